package io.consumptionledger.cli.command;

import io.consumptionledger.Headers;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.spi.QuarantinedMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Looks at the bytes of a quarantined message. */
@Command(
    name = "content",
    description = {
      "Shows the bytes of a message: headers, raw key and payload. The look is written to the audit"
          + " first; if that fails, nothing is shown.",
      "With --json payload, raw key and header values are in Base64, byte for byte."
    },
    footerHeading = "%nExample:%n",
    footer = "  ledger quarantine content ID --reason \"why can it not be read?\"")
final class QuarantineContentCommand extends LedgerCommand {
  @Parameters(paramLabel = "ID", description = "The message's id.")
  private String id;

  @Mixin private Because because;

  @Override
  protected Work prepare(Tenant tenant) {
    MessageIds.check(id);
    String reason = because.reason();
    return desk -> {
      QuarantinedMessage message =
          desk.operations()
              .looks()
              .quarantined(tenant, id, desk.operator(), reason)
              .orElseThrow(() -> QuarantineShowCommand.notFound(id));
      Headers headers = message.headers();
      print(
          ContentReport.of(
              format(),
              message.payload().isTombstone() ? "TOMBSTONE" : "STORED",
              headers,
              message.rawKey(),
              message.payload().bytes().orElse(null)));
      return Exit.OK;
    };
  }
}
