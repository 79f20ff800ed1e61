package io.consumptionledger.cli.command;

import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets a paused handler run again. */
@Command(
    name = "resume",
    description = "Lets a paused handler run again on all nodes; harmless if it is not paused.",
    footerHeading = "%nExample:%n",
    footer = "  ledger resume billing --reason \"the bank is back\"")
public final class ResumeCommand extends LedgerCommand {
  @Parameters(paramLabel = "HANDLER", description = "The handler's id.")
  private String handler;

  @Mixin private Because because;

  @Override
  protected Work prepare(Tenant tenant) {
    RowFilter.all().ofHandler(handler);
    String reason = because.reason();
    return desk -> {
      boolean wasPaused =
          desk.operations().controls().resume(tenant, handler, desk.operator(), reason);
      print(
          new Report()
              .value("handler", handler)
              .value("wasPaused", wasPaused)
              .note(handler + (wasPaused ? " runs again." : " was not paused.")));
      return Exit.OK;
    };
  }
}
