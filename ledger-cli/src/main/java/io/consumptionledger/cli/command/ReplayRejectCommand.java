package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.spi.ReplayRequest;
import java.util.UUID;
import picocli.CommandLine.Command;

/** Refuses a replay. */
@Command(
    name = "reject",
    description = "Says no to a replay that nobody has approved yet.",
    footerHeading = "%nExample:%n",
    footer =
        "  ledger replay reject 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --reason \"not before Monday\"")
final class ReplayRejectCommand extends ReplayEnding {
  @Override
  ReplayRequest end(Replays replays, Tenant tenant, UUID id, Operator operator, String reason) {
    return replays.reject(tenant, id, operator, reason);
  }
}
