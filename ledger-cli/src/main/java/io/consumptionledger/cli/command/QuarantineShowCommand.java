package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows a quarantined message without its bytes. */
@Command(
    name = "show",
    description =
        "Shows one message: where it came from, why it has no key, who closed it. What it holds is"
            + " not shown; see \"ledger quarantine content\".",
    footerHeading = "%nExample:%n",
    footer = "  ledger quarantine show ID")
final class QuarantineShowCommand extends LedgerCommand {
  @Parameters(paramLabel = "ID", description = "The message's id.")
  private String id;

  @Override
  protected Work prepare(Tenant tenant) {
    MessageIds.check(id);
    return desk -> {
      QuarantineEntry entry =
          desk.operations().quarantine().show(tenant, id).orElseThrow(() -> notFound(id));
      print(new Report().details("message", null, QuarantineViews.ENTRY, entry));
      return Exit.OK;
    };
  }

  static CommandException notFound(String id) {
    return new CommandException(Exit.NOT_ALL, "there is no quarantined message " + id);
  }
}
