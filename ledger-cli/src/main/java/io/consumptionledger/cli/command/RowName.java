package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import picocli.CommandLine.Parameters;

/** One row by name. */
final class RowName {
  @Parameters(index = "0", paramLabel = "HANDLER", description = "The handler's id.")
  private String handler;

  @Parameters(index = "1", paramLabel = "EVENT", description = "The event's id.")
  private String event;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "ITEM",
      defaultValue = "",
      description = "The item's key, for one item of a batch message.")
  private String item;

  ConsumptionKey key(Tenant tenant) {
    return new ConsumptionKey(tenant, handler, event, item);
  }
}
