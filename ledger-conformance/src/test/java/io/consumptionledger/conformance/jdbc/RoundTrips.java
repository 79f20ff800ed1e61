package io.consumptionledger.conformance.jdbc;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down every call that asks the server for something. */
final class RoundTrips implements Tapped.Tap {
  /** What is written down for any kind of execution. */
  static final String STATEMENT = "statement";

  private static final Set<String> OTHERS =
      Set.of(
          "commit",
          "rollback",
          "setAutoCommit",
          "setTransactionIsolation",
          "setReadOnly",
          "setSchema",
          "setCatalog",
          "setSavepoint",
          "releaseSavepoint",
          "isValid");

  private final List<String> made = new CopyOnWriteArrayList<>();

  @Override
  public Object around(Tapped.Call call) throws Throwable {
    if (call.isExecution()) {
      made.add(STATEMENT);
    } else if (OTHERS.contains(call.method().getName())) {
      made.add(call.method().getName());
    }
    return call.make();
  }

  /** What was asked since the last time. */
  List<String> take() {
    List<String> taken = List.copyOf(made);
    made.clear();
    return taken;
  }
}
