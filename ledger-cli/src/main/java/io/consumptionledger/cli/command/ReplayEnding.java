package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.spi.ReplayRequest;
import java.util.UUID;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a request for a replay, so that nothing more of it runs. */
abstract class ReplayEnding extends LedgerCommand {
  @Parameters(
      paramLabel = "REQUEST",
      converter = RequestId.class,
      description = "The request's id.")
  private UUID id;

  @Mixin private Because because;

  abstract ReplayRequest end(
      Replays replays, Tenant tenant, UUID id, Operator operator, String reason);

  @Override
  protected final Work prepare(Tenant tenant) {
    String reason = because.reason();
    return desk -> {
      ReplayRequest request = end(desk.operations().replays(), tenant, id, desk.operator(), reason);
      print(new Report().details("request", null, Views.REQUEST, request));
      return Exit.OK;
    };
  }
}
