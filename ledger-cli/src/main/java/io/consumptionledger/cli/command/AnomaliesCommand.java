package io.consumptionledger.cli.command;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.Page;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what should not have happened. */
@Command(
    name = "anomalies",
    description = "Lists what should not have happened, the newest first.",
    footerHeading = "%nExample:%n",
    footer = "  ledger anomalies --kind LATE_SETTLE,PAYLOAD_MISMATCH --from 1d")
public final class AnomaliesCommand extends LedgerCommand {
  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Of these kinds, with commas between: ${COMPLETION-CANDIDATES}.")
  private Set<AnomalyKind> kinds;

  @Mixin private Period period;
  @Mixin private Paging paging;

  @Override
  protected Work prepare(Tenant tenant) {
    Set<AnomalyKind> wanted =
        kinds == null ? EnumSet.allOf(AnomalyKind.class) : EnumSet.copyOf(kinds);
    paging.check();
    period.check();
    return desk -> {
      Page<Anomaly> page =
          paging.collect(
              (token, limit) ->
                  desk.operations()
                      .overview()
                      .anomalies(tenant, wanted, period.from(), period.before(), token, limit));
      Report report =
          new Report()
              .table("anomalies", Views.ANOMALY, page.items(), "No anomalies.")
              .value("next", page.next());
      print(page.next() == null ? report : report.note(Paging.more(page)));
      return Exit.OK;
    };
  }
}
