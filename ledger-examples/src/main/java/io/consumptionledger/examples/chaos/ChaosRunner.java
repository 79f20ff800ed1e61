package io.consumptionledger.examples.chaos;

import io.consumptionledger.LedgerException;
import io.consumptionledger.examples.demo.DemoException;
import io.consumptionledger.examples.demo.Input;
import io.consumptionledger.examples.demo.InputReader;
import io.consumptionledger.examples.demo.JdbcDatabase;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.examples.demo.Words;
import java.io.PrintStream;
import java.sql.SQLException;

/** The run from the command line to the exit code. */
public final class ChaosRunner {
  private final PrintStream out;
  private final PrintStream err;

  /**
   * A runner.
   *
   * @param out where progress and the last line go
   * @param err where lines of the input that cannot be used are reported
   */
  public ChaosRunner(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs.
   *
   * @param args the options
   * @return the exit code: 0 when all is well, else 1; the last line printed says why
   */
  public int run(String... args) {
    QuietLogs.on();
    try {
      ChaosOptions options = ChaosOptions.parse(args);
      if (options.help()) {
        out.print(ChaosOptions.helpText());
        return 0;
      }
      return run(options);
    } catch (DemoException e) {
      return failed(Words.of(e));
    } catch (LedgerException | SQLException e) {
      return failed(Words.ofRoot(e));
    } catch (RuntimeException e) {
      e.printStackTrace(err); // a fault of the run itself, for whoever mends it
      return failed("a fault of the run itself: " + Words.ofRoot(e));
    }
  }

  private int run(ChaosOptions options) throws SQLException {
    Input input = InputReader.read(options.input(), err);
    try (JdbcDatabase database = open(options)) {
      Thread cleanUp = new Thread(database::close, "chaos-clean-up");
      Runtime.getRuntime().addShutdownHook(cleanUp); // for Ctrl-C
      out.println(
          Words.count(options.nodes(), "node")
              + " consume "
              + Words.count(input.messages().size(), "event")
              + " on "
              + database.description()
              + ", seed "
              + options.seed());
      Verdict verdict;
      try (Chaos chaos = new Chaos(options, input, database, out)) {
        verdict = chaos.run();
      }
      Runtime.getRuntime().removeShutdownHook(cleanUp);
      return tell(options, verdict);
    }
  }

  private JdbcDatabase open(ChaosOptions options) {
    return options.jdbcUrl() == null
        ? JdbcDatabase.embedded(out, err)
        : JdbcDatabase.at(
            new JdbcDatabase.Address(options.jdbcUrl(), options.user(), options.password()),
            out,
            err);
  }

  private int tell(ChaosOptions options, Verdict verdict) {
    if (!verdict.problems().isEmpty()) {
      verdict.problems().stream().skip(1).forEach(out::println);
      return failed(verdict.problems().get(0) + ", seed " + options.seed());
    }
    out.println(
        "CHAOS OK seed="
            + options.seed()
            + " kills="
            + verdict.kills()
            + " freezes="
            + verdict.freezes()
            + " events="
            + verdict.events()
            + " broken="
            + verdict.chain().broken()
            + " digest="
            + verdict.chain().digest());
    return 0;
  }

  private int failed(String reason) {
    out.println("CHAOS FAILED " + reason);
    return 1;
  }
}
