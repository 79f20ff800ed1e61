package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.Interrupt;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Format;
import io.consumptionledger.operations.Operations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows how things stand, again and again. */
@Command(
    name = "watch",
    description =
        "Shows the status and the claims in flight again and again until Ctrl-C; with --json one"
            + " line each time.",
    footerHeading = "%nExample:%n",
    footer = "  ledger watch --every 5s")
public final class WatchCommand extends LedgerCommand {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Option(
      names = "--every",
      paramLabel = "SPAN",
      converter = Moments.Span.class,
      defaultValue = "2s",
      description = "How long to wait in between: 2s, 1m (default: 2s).")
  private Duration every;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "0",
      description = "How often, then it ends (default: for ever).")
  private int times;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Up to where to count, at most 1000000 (default: 10000).")
  private int limit;

  @Override
  protected Work prepare(Tenant tenant) {
    if (every.isZero()) {
      throw new InvalidFieldException("--every", "must be at least 1s");
    }
    Within.check("--times", times, 0, Integer.MAX_VALUE);
    Within.check("--limit", limit, 1, Within.COUNT);
    return desk -> {
      CountDownLatch stopped = new CountDownLatch(1);
      Interrupt interrupt = Interrupt.stopping(stopped::countDown);
      try {
        for (int shown = 1; ; shown++) {
          show(desk.operations(), tenant);
          // Nobody reads on, such as behind "| head": there is no end otherwise.
          boolean isUnread = environment().out().checkError();
          if (isUnread
              || shown == times
              || stopped.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
            return Exit.OK;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Exit.OK;
      } finally {
        interrupt.close();
      }
    };
  }

  private void show(Operations operations, Tenant tenant) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String text = format().of(StatusReport.of(operations, tenant, limit, true).value("at", now));
    if (format() != Format.JSON) {
      text = (environment().isTerminal() ? CLEAR : "") + now + "\n" + text + "\n";
    }
    environment().out().print(text);
    environment().out().flush();
  }
}
