package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Decoder;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Step;
import java.sql.SQLException;

/** The ledger in LEASED mode with a handler that does nothing. */
public class Leased extends DatabaseLine {
  private static final Outcome PROCESSED = new Outcome.Acknowledge(Outcome.Acknowledged.PROCESSED);

  private final Switches.Batching batching;
  private Ledger ledger;

  private Leased(String name, Space space, Switches.Batching batching) {
    super(name, space);
    this.batching = batching;
  }

  /** With natural batching, as by default. */
  public static Leased batching(Space space) {
    return new Leased("LEASED", space, Switches.Batching.ON);
  }

  /** Each call by itself. */
  public static Leased alone(Space space) {
    return new Leased("LEASED, batching off", space, Switches.Batching.OFF);
  }

  @Override
  public void prepare(int callers) throws Exception {
    super.prepare(callers);
    ledger =
        Switches.ledger(pool(), batching)
            .handler(
                HandlerDeclaration.of(
                        Messages.HANDLER,
                        ReplaySafety.IDEMPOTENT,
                        Decoder.none(),
                        (message, attempt) -> {})
                    .build())
            .start();
  }

  @Override
  protected Step step(int caller) {
    return () -> {
      require(PROCESSED, ledger.consume(Messages.next().delivery()));
      return 1;
    };
  }

  static void require(Outcome wanted, Outcome outcome) {
    if (!outcome.equals(wanted)) {
      throw new IllegalStateException("answered " + outcome);
    }
  }

  @Override
  public void close() throws SQLException {
    if (ledger != null) {
      ledger.close();
      ledger = null;
    }
    super.close();
  }
}
