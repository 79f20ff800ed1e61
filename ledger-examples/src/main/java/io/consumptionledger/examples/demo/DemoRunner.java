package io.consumptionledger.examples.demo;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.LedgerException;
import java.io.PrintStream;
import java.util.Map;
import java.util.function.Function;

/** The demo from the command line to the exit code. */
public final class DemoRunner {
  private final PrintStream out;
  private final PrintStream err;
  private final Function<Options, Database> databases;
  private volatile boolean stopping;

  /**
   * A runner.
   *
   * @param out where progress, summary and the last line go
   * @param err where lines of the input that cannot be used are reported
   */
  public DemoRunner(PrintStream out, PrintStream err) {
    this(
        out,
        err,
        options ->
            options.jdbcUrl() == null
                ? JdbcDatabase.embedded(out, err)
                : JdbcDatabase.at(
                    new JdbcDatabase.Address(options.jdbcUrl(), options.user(), options.password()),
                    out,
                    err));
  }

  DemoRunner(PrintStream out, PrintStream err, Function<Options, Database> databases) {
    this.out = out;
    this.err = err;
    this.databases = databases;
  }

  /**
   * Runs the demo.
   *
   * @param args the options
   * @param environment where LEDGER_PASSWORD may stand
   * @return the exit code: 0 when all is well, else 1; the last line printed says why
   */
  public int run(String[] args, Map<String, String> environment) {
    QuietLogs.on();
    try {
      Options options = Options.parse(args, environment);
      if (options.help()) {
        out.print(Options.HELP);
        return 0;
      }
      return run(options);
    } catch (DemoException e) {
      return failed(e.getMessage());
    } catch (ConfigurationException e) {
      return failed(Words.of(e));
    } catch (LedgerException e) {
      return failed(Words.ofRoot(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed("the demo was interrupted");
    } catch (RuntimeException e) {
      e.printStackTrace(err); // a fault of the demo itself, for whoever mends it
      return failed("a fault of the demo itself: " + Words.ofRoot(e));
    }
  }

  private int run(Options options) throws InterruptedException {
    Input input = InputReader.read(options.input(), err);
    try (Database database = databases.apply(options)) {
      Thread cleanUp = new Thread(() -> stop(database), "demo-clean-up");
      Runtime.getRuntime().addShutdownHook(cleanUp); // for Ctrl-C
      try {
        return run(input, database, options.seed());
      } finally {
        forget(cleanUp);
      }
    }
  }

  private void stop(Database database) {
    stopping = true;
    database.close();
  }

  private static void forget(Thread cleanUp) {
    try {
      Runtime.getRuntime().removeShutdownHook(cleanUp);
    } catch (IllegalStateException e) {
      return; // the JVM is going down, and the hook is at work
    }
  }

  private int run(Input input, Database database, long seed) throws InterruptedException {
    out.println(
        "Consuming "
            + Words.count(input.messages().size(), "event")
            + " from "
            + Words.oneLine(input.name())
            + " on "
            + database.description());
    Judge.Verdict verdict = new Demo(input, database, seed, out).run();
    if (!verdict.passed()) {
      int more = verdict.problems().size() - 1;
      return failed(
          Words.oneLine(verdict.problems().get(0))
              + (more == 0 ? "" : " (and " + more + " more problems)"));
    }
    out.println(
        "DEMO OK events="
            + input.distinct()
            + " handled="
            + verdict.handled()
            + " duplicates="
            + verdict.duplicates()
            + " dead="
            + verdict.dead());
    return 0;
  }

  private int failed(String reason) {
    out.println("DEMO FAILED " + (stopping ? "it was stopped" : reason));
    return 1;
  }
}
