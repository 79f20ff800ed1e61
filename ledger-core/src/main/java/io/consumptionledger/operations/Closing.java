package io.consumptionledger.operations;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Closed.Outcome;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import io.consumptionledger.spi.TransitionResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Closes dead letters by hand: resolved, because somebody has seen to them otherwise, or discarded
 * for good. Each row and its audit are written together, or nothing; one row that cannot be closed
 * does not stop the others. Thread-safe.
 */
public final class Closing {
  private static final int CHUNK = 1_000;
  private static final int MOST_FAILURES = 5;

  private final LedgerStore store;

  Closing(LedgerStore store) {
    this.store = store;
  }

  @FunctionalInterface
  private interface Verb {
    TransitionResult close(ConsumptionKey key, long version, OperatorAction action);
  }

  /**
   * Resolves a dead letter.
   *
   * @param tenant whose row
   * @param row the row, at the version that somebody has looked at
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return what became of it
   */
  public Closed resolve(Tenant tenant, RowVersion row, Operator operator, String reason) {
    return resolve(tenant, List.of(row), operator, reason).get(0);
  }

  /**
   * Resolves dead letters.
   *
   * @param tenant whose rows
   * @param rows the rows, each at the version that somebody has looked at; not empty, at most
   *     {@value ReplayRequestVerbs#MOST_ROWS}
   * @param operator who
   * @param reason why
   * @return what became of each, in the order of the rows
   */
  public List<Closed> resolve(
      Tenant tenant, List<RowVersion> rows, Operator operator, String reason) {
    return close(store::resolve, tenant, rows, operator, reason);
  }

  /**
   * Discards a dead letter.
   *
   * @param tenant whose row
   * @param row the row, at the version that somebody has looked at
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return what became of it
   */
  public Closed discard(Tenant tenant, RowVersion row, Operator operator, String reason) {
    return discard(tenant, List.of(row), operator, reason).get(0);
  }

  /**
   * Discards dead letters.
   *
   * @param tenant whose rows
   * @param rows the rows, each at the version that somebody has looked at; not empty, at most
   *     {@value ReplayRequestVerbs#MOST_ROWS}
   * @param operator who
   * @param reason why
   * @return what became of each, in the order of the rows
   */
  public List<Closed> discard(
      Tenant tenant, List<RowVersion> rows, Operator operator, String reason) {
    return close(store::discard, tenant, rows, operator, reason);
  }

  private List<Closed> close(
      Verb verb, Tenant tenant, List<RowVersion> rows, Operator operator, String reason) {
    Objects.requireNonNull(tenant, "tenant");
    if (rows.isEmpty() || rows.size() > ReplayRequestVerbs.MOST_ROWS) {
      throw new InvalidFieldException(
          "rows", "are " + rows.size() + ", must be 1 to " + ReplayRequestVerbs.MOST_ROWS);
    }
    OperatorAction alone = new OperatorAction(operator.name(), reason);
    List<RowVersion> seen = seen(tenant, rows);
    OperatorAction action =
        rows.size() == 1
            ? alone
            : new OperatorAction(operator.name(), reason, SelectionHash.of(tenant, seen));
    List<Closed> closed = new ArrayList<>();
    int failures = 0;
    for (int i = 0; i < rows.size(); i++) {
      Closed each =
          failures >= MOST_FAILURES
              ? new Closed(rows.get(i), Outcome.NOT_TRIED, "the store failed before its turn came")
              : close(verb, tenant, rows.get(i), seen.get(i), action);
      failures = each.outcome() == Outcome.FAILED ? failures + 1 : keep(failures);
      closed.add(each);
    }
    return List.copyOf(closed);
  }

  /** Failures one after the other count; once they are too many, they stay so. */
  private static int keep(int failures) {
    return failures >= MOST_FAILURES ? failures : 0;
  }

  /** The rows with the versions that they have now, where none was named. */
  private List<RowVersion> seen(Tenant tenant, List<RowVersion> rows) {
    List<ConsumptionKey> unseen =
        rows.stream()
            .filter(row -> row.version() == RowVersion.ANY)
            .map(RowVersion::key)
            .filter(key -> key.tenant().equals(tenant))
            .toList();
    Map<ConsumptionKey, Long> versions = new HashMap<>();
    for (int at = 0; at < unseen.size(); at += CHUNK) {
      store
          .list(unseen.subList(at, Math.min(unseen.size(), at + CHUNK)))
          .forEach(row -> versions.put(row.summary().key(), row.summary().rowVersion()));
    }
    return rows.stream()
        .map(
            row ->
                row.version() == RowVersion.ANY
                    ? new RowVersion(row.key(), versions.getOrDefault(row.key(), RowVersion.ANY))
                    : row)
        .toList();
  }

  private static Closed close(
      Verb verb, Tenant tenant, RowVersion named, RowVersion seen, OperatorAction action) {
    if (!seen.key().tenant().equals(tenant)) {
      return notFound(named);
    }
    try {
      TransitionResult result = verb.close(seen.key(), seen.version(), action);
      return result instanceof TransitionResult.Refused refused
          ? refused.row().map(row -> changed(named, seen, row)).orElseGet(() -> notFound(named))
          : new Closed(named, Outcome.CLOSED, null);
    } catch (StoreException e) {
      return new Closed(named, Outcome.FAILED, e.getMessage());
    }
  }

  private static Closed notFound(RowVersion row) {
    return new Closed(row, Outcome.NOT_FOUND, "is not there");
  }

  private static Closed changed(RowVersion named, RowVersion seen, RowSummary actual) {
    String why =
        actual.state() == ConsumptionState.DEAD_LETTER
            ? " at version " + actual.rowVersion() + ", not " + seen.version()
            : ", not a dead letter";
    return new Closed(named, Outcome.CHANGED, "is " + actual.state() + why);
  }
}
