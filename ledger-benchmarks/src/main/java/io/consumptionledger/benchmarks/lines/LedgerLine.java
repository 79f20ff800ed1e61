package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.jdbc.JdbcLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Supplier;

/** The ledger in one of its modes. A handler does nothing, or inserts a row in its transaction. */
public class LedgerLine extends DatabaseLine {
  private final String note;
  private final ConsumptionMode mode;
  private final Batching batching;
  private final Supplier<Message> messages;
  private final Outcome wanted;
  private Ledger ledger;

  /**
   * A line.
   *
   * @param messages what is delivered
   * @param wanted the answer to each
   */
  LedgerLine(
      String name,
      Space space,
      String note,
      ConsumptionMode mode,
      Batching batching,
      Supplier<Message> messages,
      Acknowledged wanted) {
    super(name, space);
    this.note = note;
    this.mode = mode;
    this.batching = batching;
    this.messages = messages;
    this.wanted = new Outcome.Acknowledge(wanted);
  }

  private LedgerLine(String name, Space space, String note, ConsumptionMode mode) {
    this(name, space, note, mode, Batching.NATURAL, Messages::next, Acknowledged.PROCESSED);
  }

  /** LEASED with natural batching, as by default. */
  public static LedgerLine leased(Space space) {
    return new LedgerLine("LEASED", space, "As by default.", ConsumptionMode.LEASED);
  }

  /** LEASED, each call by itself. */
  public static LedgerLine alone(Space space) {
    return new LedgerLine(
        "LEASED, batching off",
        space,
        "Each call claims and settles by itself.",
        ConsumptionMode.LEASED,
        Batching.OFF,
        Messages::next,
        Acknowledged.PROCESSED);
  }

  /** TRANSACTIONAL. */
  public static LedgerLine transactional(Space space) {
    return new LedgerLine(
        "TRANSACTIONAL",
        space,
        "The handler inserts a row through the ledger's connection.",
        ConsumptionMode.TRANSACTIONAL);
  }

  /** SINGLE_TRANSACTION. */
  public static LedgerLine single(Space space) {
    return new LedgerLine(
        "SINGLE_TRANSACTION",
        space,
        "The handler inserts a row through the ledger's connection.",
        ConsumptionMode.SINGLE_TRANSACTION);
  }

  /** SINGLE_TRANSACTION with a handler that writes nothing. */
  public static LedgerLine singleNothing(Space space) {
    return new LedgerLine(
        "SINGLE_TRANSACTION, nothing written",
        space,
        "The handler does nothing, so the row is all that is committed.",
        ConsumptionMode.SINGLE_TRANSACTION) {
      @Override
      void handle(Delivery delivery, Connection connection) {}
    };
  }

  /** LEASED, when all was done before. */
  public static LedgerLine duplicates(Space space) {
    return new LedgerLine(
        "LEASED, duplicates",
        space,
        "Answered DUPLICATE; the payload's hash is compared.",
        ConsumptionMode.LEASED,
        Batching.NATURAL,
        HandDuplicates::finished,
        Acknowledged.DUPLICATE);
  }

  @Override
  public String note() {
    return note;
  }

  @Override
  protected void reset() throws SQLException {
    super.reset();
    if (mode != ConsumptionMode.LEASED) {
      Effects.reset(space());
    }
  }

  /** The heartbeat keeps a connection; callers get as many as in the other lines. */
  @Override
  protected int poolSize(int callers) {
    return super.poolSize(callers) + 1;
  }

  /** What the names of its tables begin with. */
  String prefix() {
    return "";
  }

  @Override
  public void prepare(int callers) throws Exception {
    super.prepare(callers);
    ledger =
        Switches.ledger(pool().source(), prefix(), batching).handler(handler().build()).start();
  }

  private HandlerDeclaration.Builder<?> handler() {
    if (mode == ConsumptionMode.LEASED) {
      return HandlerDeclaration.of(
          Messages.HANDLER, ReplaySafety.IDEMPOTENT, Decoder.none(), (delivery, attempt) -> {});
    }
    return HandlerDeclaration.of(
            Messages.HANDLER,
            ReplaySafety.NEEDS_TX_CLAIM,
            Decoder.none(),
            JdbcLedger.withConnection(
                (delivery, attempt, connection) -> handle(delivery, connection)))
        .mode(mode);
  }

  /** What a handler does that has a transaction. */
  void handle(Delivery delivery, Connection connection) throws SQLException {
    try (PreparedStatement effect = connection.prepareStatement(Effects.INSERT)) {
      Effects.insert(effect, delivery.key().eventId());
    }
  }

  /** The ledger; open from prepare to close. */
  final Ledger ledger() {
    return ledger;
  }

  @Override
  protected Step step(int caller) {
    return () -> {
      require(wanted, ledger.consume(messages.get().delivery()));
      return 1;
    };
  }

  /** Stops the run when something else happens than what is measured. */
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
