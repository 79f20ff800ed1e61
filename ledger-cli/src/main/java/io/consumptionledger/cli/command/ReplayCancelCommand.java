package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.spi.ReplayRequest;
import java.util.UUID;
import picocli.CommandLine.Command;

/** Takes back a replay. */
@Command(
    name = "cancel",
    description =
        "Takes a request back, also one that is approved or runs. Rows that were scheduled stay so.",
    footerHeading = "%nExample:%n",
    footer =
        "  ledger replay cancel 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --reason \"wrong handler\"")
final class ReplayCancelCommand extends ReplayEnding {
  @Override
  ReplayRequest end(Replays replays, Tenant tenant, UUID id, Operator operator, String reason) {
    return replays.cancel(tenant, id, operator, reason);
  }
}
