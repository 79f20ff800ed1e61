package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.RowVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which dead letters: one by name, those of a file, or all that fit a filter. */
final class Selecting {
  private static final long NOT_GIVEN = Long.MIN_VALUE;

  @Mixin private Matching matching;

  @Option(
      names = "--event",
      paramLabel = "ID",
      description = "Only the row of this event; needs --handler and nothing else.")
  private String event;

  @Option(
      names = "--item",
      paramLabel = "KEY",
      defaultValue = "",
      description = "Beside --event: the item, for one item of a batch message.")
  private String item;

  @Option(
      names = "--version",
      paramLabel = "N",
      defaultValue = "" + NOT_GIVEN,
      description = "Beside --event: the version that you have seen; refused if it has changed.")
  private long version;

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description =
          "The rows in a file as \"ledger list --json\" prints them, at the versions in there.")
  private Path file;

  /** The rows that are named, or null if they are to be found by a filter. */
  List<RowVersion> named(Tenant tenant) {
    if (file != null) {
      if (event != null || matching.isGiven() || hasParts()) {
        throw new InvalidFieldException("--rows", "goes with no other way to name rows");
      }
      return RowsFile.read(file, tenant);
    }
    if (event == null) {
      if (hasParts()) {
        throw new InvalidFieldException("--event", "is needed beside --item and --version");
      }
      return null;
    }
    RowFilter filter = filter();
    if (filter.handlerId() == null) {
      throw new InvalidFieldException("--handler", "is needed beside --event");
    }
    if (filter.asksForMore() || filter.receivedFrom() != null || filter.receivedBefore() != null) {
      throw new InvalidFieldException("--event", "goes with no filter but --handler");
    }
    ConsumptionKey key = new ConsumptionKey(tenant, filter.handlerId(), event, item);
    return List.of(
        version == NOT_GIVEN ? RowVersion.now(key) : new RowVersion(key, checked(version)));
  }

  private boolean hasParts() {
    return !item.isEmpty() || version != NOT_GIVEN;
  }

  private static long checked(long version) {
    if (version < 1) {
      throw new InvalidFieldException("--version", "is " + version + ", the first one is 1");
    }
    return version;
  }

  /** The filter, when no rows are named. */
  RowFilter filter() {
    return matching.filter(Set.of(ConsumptionState.DEAD_LETTER));
  }
}
