package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.Words;
import io.consumptionledger.spi.HandlerControlVerbs;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Pauses a handler. */
@Command(
    name = "pause",
    description =
        "Pauses a handler on all nodes: what it handles now is finished, nothing new is begun. One"
            + " that is paused already gets the new end.",
    footerHeading = "%nExample:%n",
    footer = "  ledger pause billing --for 30m --reason \"the bank is down\"")
public final class PauseCommand extends LedgerCommand {
  private static final Duration LONGEST = HandlerControlVerbs.LONGEST_PAUSE;

  @Parameters(paramLabel = "HANDLER", description = "The handler's id.")
  private String handler;

  @Option(
      names = "--for",
      paramLabel = "SPAN",
      converter = Moments.Span.class,
      description = "Resumes by itself after 30s, 15m, 2h or 1d; otherwise when somebody says so.")
  private Duration howLong;

  @Mixin private Because because;

  @Override
  protected Work prepare(Tenant tenant) {
    RowFilter.all().ofHandler(handler);
    if (howLong != null && (howLong.isZero() || howLong.compareTo(LONGEST) > 0)) {
      throw new InvalidFieldException("--for", "must be from 1s to " + LONGEST.toDays() + "d");
    }
    String reason = because.reason();
    return desk -> {
      desk.operations().controls().pause(tenant, handler, desk.operator(), reason, howLong);
      boolean hasRows =
          desk.operations().rows().count(tenant, RowFilter.all().ofHandler(handler), 1).number()
              > 0;
      Report report =
          new Report()
              .value("handler", handler)
              .value("paused", true)
              .value("left", howLong)
              .value("hasRows", hasRows)
              .note(
                  handler
                      + " is paused "
                      + (howLong == null
                          ? "until it is resumed."
                          : "for " + Words.of(howLong) + "."));
      print(
          hasRows
              ? report
              : report.note("No message of it was ever received here: is its name right?"));
      return Exit.OK;
    };
  }
}
