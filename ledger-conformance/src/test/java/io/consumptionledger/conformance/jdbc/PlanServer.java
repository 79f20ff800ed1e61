package io.consumptionledger.conformance.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** How one product is filled with rows and asked for plans. */
interface PlanServer {
  /** What a statement needs: its text with a question mark for each value, and the values. */
  record Bound(String text, List<PlanValues.Value> values) {}

  /** What a statement may sort. */
  enum Sorting {
    NOTHING,
    /** Rows that the index gives almost in order: those of the same instant. */
    SAME_INSTANT,
    /** What is left of the rows that the index gives. */
    FEW,
    /** What is counted and compared, such as all unresolved rows of a handler. */
    COUNTED
  }

  /** Statements that fill the table, and then let the planner look at it. */
  List<String> load(Volume volume);

  /** The plans that the server may run a statement with; planner settings are left alone. */
  List<String> plans(Connection connection, Bound bound) throws SQLException;

  /** What a plan does with the ledger's table that it must not do. */
  List<String> faults(String plan, Sorting allowed);

  /** Runs a statement and tells what it read: rows, or pages, whatever the server counts. */
  long reads(Connection connection, Bound bound) throws SQLException;

  /** What a plan that finds due rows through their index holds. */
  String dueIndex();
}
