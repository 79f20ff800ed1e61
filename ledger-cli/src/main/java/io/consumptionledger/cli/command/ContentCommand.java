package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Headers.Header;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Format;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
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
  private static final View<Content> FOR_PEOPLE =
      new View<Content>()
          .detail("state", Content::state)
          .detail("rawKey", content -> content.rawKey().map(Bytes::shown).orElse(null))
          .detail("payload", content -> content.payload().map(Bytes::shown).orElse(null));
  private static final View<Header> HEADER =
      new View<Header>()
          .column("header", Header::name)
          .column("value", header -> header.value().map(Bytes::shown).orElse(null));
  private static final View<Header> RAW_HEADER =
      new View<Header>()
          .column("name", Header::name)
          .column("value", header -> header.value().orElse(null));

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
      print(format() == Format.JSON ? forMachines(content) : forPeople(content));
      return Exit.OK;
    };
  }

  private static Report forPeople(Content content) {
    return new Report()
        .table("headers", HEADER, content.headers().list(), "No headers.")
        .details("content", "Content", FOR_PEOPLE, content);
  }

  private static Report forMachines(Content content) {
    return new Report()
        .value("state", content.state())
        .table("headers", RAW_HEADER, content.headers().list(), null)
        .value("rawKey", content.rawKey().orElse(null))
        .value("payload", content.payload().orElse(null));
  }
}
