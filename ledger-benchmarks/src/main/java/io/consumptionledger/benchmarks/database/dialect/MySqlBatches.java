package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/**
 * Values in rows and lists; what needs locks before it writes is a transaction of two statements.
 */
final class MySqlBatches implements Batches {
  private final Product product;
  private final Connection connection;

  MySqlBatches(Product product, Connection connection) throws SQLException {
    this.product = product;
    this.connection = connection;
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }

  private PreparedStatement prepare(String name, int events) throws SQLException {
    String places = String.join(",", Collections.nCopies(events, "?"));
    return connection.prepareStatement(product.sql(name).replace("${events}", places));
  }

  @Override
  public int claim(List<Message> messages, UUID token) throws SQLException {
    String sql = product.sql("batch-claim");
    int row = sql.lastIndexOf('\n') + 1;
    String rows = String.join(",", Collections.nCopies(messages.size(), sql.substring(row)));
    try (PreparedStatement statement = connection.prepareStatement(sql.substring(0, row) + rows)) {
      int place = 1;
      for (Message message : messages) {
        statement.setString(place++, message.event());
        statement.setObject(place++, product.token(token));
        statement.setLong(place++, message.number());
        statement.setBytes(place++, message.hash());
      }
      return statement.executeUpdate();
    }
  }

  @Override
  public int settle(List<Message> messages, UUID token) throws SQLException {
    try (PreparedStatement statement = prepare("batch-settle", messages.size())) {
      statement.setObject(1, product.token(token));
      set(statement, 2, messages.stream().map(Message::event).toList());
      return statement.executeUpdate();
    }
  }

  private static void set(PreparedStatement statement, int first, List<?> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(first + i, values.get(i));
    }
  }

  @Override
  public int renew(List<String> events, List<UUID> tokens) throws SQLException {
    connection.setAutoCommit(false);
    List<String> mine = new ArrayList<>();
    try (PreparedStatement statement = prepare("renew-pick", events.size())) {
      set(statement, 1, events);
      set(statement, 1 + events.size(), tokens.stream().map(product::token).toList());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          mine.add(row.getString(1));
        }
      }
    }
    int count = 0;
    if (!mine.isEmpty()) {
      try (PreparedStatement statement = prepare("renew", mine.size())) {
        set(statement, 1, mine);
        count = statement.executeUpdate();
      }
    }
    connection.commit();
    return count;
  }

  @Override
  public int claimDue(int limit, UUID token) throws SQLException {
    connection.setAutoCommit(false);
    List<String> due = new ArrayList<>();
    try (PreparedStatement statement = prepare("due-pick", 0)) {
      statement.setInt(1, limit);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          row.getBytes("payload");
          due.add(row.getString("event_id"));
        }
      }
    }
    int count = 0;
    if (!due.isEmpty()) {
      try (PreparedStatement statement = prepare("due-claim", due.size())) {
        statement.setObject(1, product.token(token));
        set(statement, 2, due);
        count = statement.executeUpdate();
      }
    }
    connection.commit();
    return count;
  }

  @Override
  public void close() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    connection.close();
  }
}
