package io.consumptionledger;

import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.StoreTransaction;
import io.consumptionledger.spi.TransactionLostException;
import io.consumptionledger.spi.TransactionVerbs;
import io.consumptionledger.spi.TransitionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Transactions for the in-memory store: what joins one happens when it is committed. A list of
 * words stands for the handler's own writes. They are those of the thread that made them.
 */
final class FakeTransactions {
  /** How the next transactions end. */
  enum End {
    COMMIT,
    /** Nothing is committed and the committer hears an error. */
    FAIL,
    /** Everything is committed and the committer hears an error. */
    LOSE_REPLY,
    /** It cannot even begin. */
    REFUSE
  }

  final List<String> business = new ArrayList<>();
  End end = End.COMMIT;
  boolean callers;
  boolean lost;
  boolean undoable = true;
  int begun;
  int undone;

  private final LedgerStore rows;
  private final Thread owner = Thread.currentThread();
  private List<Runnable> open;

  FakeTransactions(LedgerStore rows) {
    this.rows = rows;
  }

  boolean inTransaction() {
    return Thread.currentThread() == owner && (callers || open != null);
  }

  /** The handler's own write. */
  void write(String word) {
    open.add(() -> business.add(word));
  }

  /** Opens a transaction of the caller's. */
  void open() {
    callers = true;
    open = new ArrayList<>();
  }

  void close(TransactionEnd how) {
    callers = false;
    List<Runnable> done = open;
    open = null;
    if (how == TransactionEnd.COMMIT) {
      done.forEach(Runnable::run);
    }
  }

  enum TransactionEnd {
    COMMIT,
    ROLLBACK
  }

  <T> T run(TransactionVerbs.Work<T> work) throws Exception {
    if (callers) {
      return work.run(new Part(open == null ? 0 : open.size()));
    }
    if (end == End.REFUSE) {
      throw new StoreException("no connection", null);
    }
    begun++;
    open = new ArrayList<>();
    T result;
    try {
      result = work.run(new Part(0));
    } catch (Exception e) {
      open = null;
      throw e;
    }
    List<Runnable> done = open;
    open = null;
    if (end != End.FAIL) {
      done.forEach(Runnable::run);
    }
    if (end != End.COMMIT) {
      throw new IllegalStateException("the commit was not answered");
    }
    return result;
  }

  /** A settle that joins, if one is open. */
  Object succeed(Claim claim) {
    if (open == null || !inTransaction()) {
      return null;
    }
    RowSummary row = rows.get(claim.key()).orElseThrow().summary();
    if (row.state() != ConsumptionState.PROCESSING || !row.has(claim.token())) {
      return new TransitionResult.Refused(claim.key(), Transition.SUCCEED, row);
    }
    open.add(() -> rows.succeed(claim));
    return new TransitionResult.Applied(Commit.PENDING);
  }

  /** A COMPLETE that joins, if one is open. */
  Object complete(NewRow row) {
    if (open == null || !inTransaction()) {
      return null;
    }
    Optional<RowSummary> there = rows.get(row.key()).map(r -> r.summary());
    if (there.isPresent()) {
      return new RecordResult.Conflict(there.get());
    }
    open.add(() -> rows.complete(row));
    return new RecordResult.Recorded(Commit.PENDING);
  }

  private final class Part implements StoreTransaction {
    private final int mark;

    Part(int mark) {
      this.mark = mark;
    }

    @Override
    public <R> Optional<R> unwrap(Class<R> type) {
      return type == FakeTransactions.class
          ? Optional.of(type.cast(FakeTransactions.this))
          : Optional.empty();
    }

    @Override
    public void requireIntact() {
      if (lost) {
        throw new TransactionLostException("the handler hid it", null);
      }
    }

    @Override
    public boolean undo() {
      undone++;
      if (undoable && open != null) {
        open.subList(mark, open.size()).clear();
      }
      return undoable;
    }
  }
}
