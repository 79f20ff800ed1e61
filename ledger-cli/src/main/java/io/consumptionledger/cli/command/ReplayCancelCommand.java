package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.spi.ReplayRequest;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes back a replay. */
@Command(
    name = "cancel",
    description =
        "Takes a request back, also one that is approved or runs. Rows that were scheduled stay so.",
    footerHeading = "%nExample:%n",
    footer =
        "  ledger replay cancel 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --reason \"wrong handler\"")
final class ReplayCancelCommand extends LedgerCommand {
  @Parameters(
      paramLabel = "REQUEST",
      converter = RequestId.class,
      description = "The request's id.")
  private UUID id;

  @Mixin private Because because;

  @Override
  protected Work prepare(Tenant tenant) {
    String reason = because.reason();
    return desk -> {
      ReplayRequest request =
          desk.operations().replays().cancel(tenant, id, desk.operator(), reason);
      print(new Report().details("request", null, Views.REQUEST, request));
      return Exit.OK;
    };
  }
}
