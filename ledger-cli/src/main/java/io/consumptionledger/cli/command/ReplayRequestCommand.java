package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.ReplayRequestVerbs.LeftOut;
import io.consumptionledger.spi.ReplayRequestVerbs.Requested;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.RowVersion;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks for a replay. */
@Command(
    name = "request",
    description =
        "Asks for the replay of dead letters of one handler, or of rows by name. Freezes exactly"
            + " these rows; nothing runs before another person has approved it.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger replay request --handler billing --fingerprint HEX --reason \"the bank is back\"",
      "  ledger replay request --handler billing --event order-4711 --reason \"data is mended\""
    })
final class ReplayRequestCommand extends LedgerCommand {
  private static final View<LeftOut> LEFT_OUT =
      Views.named(new View<LeftOut>(), (LeftOut left) -> left.row().key())
          .text("why", LeftOut::why);

  @Mixin private Selecting selecting;
  @Mixin private Because because;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "" + ReplayRequestVerbs.MOST_ROWS,
      description = "How many rows at the most, up to 10000 (default: 10000).")
  private int limit;

  @Override
  protected Work prepare(Tenant tenant) {
    List<RowVersion> named = selecting.named(tenant);
    ReplaySelection selection =
        named == null
            ? new ReplaySelection.Matching(selecting.filter())
            : new ReplaySelection.Rows(named);
    String reason = because.reason();
    Within.check("--limit", limit, 1, ReplayRequestVerbs.MOST_ROWS);
    return desk -> {
      Requested asked =
          desk.operations().replays().request(tenant, desk.operator(), selection, reason, limit);
      print(report(asked));
      return Exit.of(asked.made() != null && asked.leftOut().isEmpty() && !asked.hasMore());
    };
  }

  private static Report report(Requested asked) {
    ReplayRequest made = asked.made();
    Report report =
        new Report()
            .details("request", null, Views.REQUEST, made)
            .table("leftOut", "Not in it", LEFT_OUT, asked.leftOut(), null)
            .value("hasMore", asked.hasMore());
    if (made == null) {
      return report.note("No dead letter is selected; there is no request.");
    }
    if (asked.hasMore()) {
      report.note("More rows match than it may hold; ask again for the rest afterwards.");
    }
    return report.note(
        (made.twoPeople() ? "Another person approves it with: " : "It is approved with: ")
            + "ledger replay approve "
            + made.id()
            + " --hash "
            + made.hash().hex());
  }
}
