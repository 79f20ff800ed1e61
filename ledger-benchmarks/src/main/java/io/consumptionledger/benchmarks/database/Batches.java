package io.consumptionledger.benchmarks.database;

import io.consumptionledger.benchmarks.database.Messages.Message;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Many messages at once, by hand, on one connection in autocommit. Used by one thread. */
public interface Batches extends AutoCloseable {
  /** New rows in PROCESSING, in order of their ids; returns how many. */
  int claim(List<Message> messages, UUID token) throws SQLException;

  /** To SUCCEEDED; returns how many. */
  int settle(List<Message> messages, UUID token) throws SQLException;

  /** New leases for claims, by their ids and tokens; returns how many. */
  int renew(List<String> events, List<UUID> tokens) throws SQLException;

  /** Claims what is due, and reads its content; returns how many. */
  int claimDue(int limit, UUID token) throws SQLException;

  @Override
  void close() throws SQLException;
}
