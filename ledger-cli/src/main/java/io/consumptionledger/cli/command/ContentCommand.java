package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.spi.Content;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks at what a message holds. */
@Command(
    name = "content",
    description = {
      "Shows what the message of a row holds: headers, raw key and payload, as far as they are"
          + " stored. The look is written to the audit first; if that fails, nothing is shown.",
      "With --json payload, raw key and header values are in Base64, byte for byte."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger content billing order-4711 --reason \"customer called, case 815\"",
      "  ledger content billing order-4711 --reason \"case 815\" --json | jq -r .payload | base64 -d"
    })
public final class ContentCommand extends LedgerCommand {
  @Mixin private RowName name;
  @Mixin private Because because;

  @Override
  protected Work prepare(Tenant tenant) {
    ConsumptionKey key = name.key(tenant);
    String reason = because.reason();
    return desk -> {
      Content content =
          desk.operations()
              .looks()
              .content(tenant, key, desk.operator(), reason)
              .orElseThrow(
                  () ->
                      new CommandException(
                          Exit.NOT_ALL, "there is no row " + key + ", or it stores no content"));
      print(
          ContentReport.of(
              format(),
              content.state(),
              content.headers(),
              content.rawKey().orElse(null),
              content.payload().orElse(null)));
      return Exit.OK;
    };
  }
}
