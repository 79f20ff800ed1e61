package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Arrays as parameters; each is one statement and one commit. */
final class PostgreSqlBatches implements Batches {
  private final Product product;
  private final Connection connection;

  PostgreSqlBatches(Product product, Connection connection) {
    this.product = product;
    this.connection = connection;
  }

  private PreparedStatement prepare(String name) throws SQLException {
    return connection.prepareStatement(product.sql(name));
  }

  private Object[] events(List<Message> messages) {
    return messages.stream().map(Message::event).toArray();
  }

  @Override
  public int claim(List<Message> messages, UUID token) throws SQLException {
    try (PreparedStatement statement = prepare("batch-claim")) {
      statement.setObject(1, token);
      statement.setArray(2, connection.createArrayOf("text", events(messages)));
      statement.setArray(
          3, connection.createArrayOf("bigint", messages.stream().map(Message::number).toArray()));
      statement.setArray(
          4,
          connection.createArrayOf(
              "bytea", messages.stream().map(Message::hash).toArray(byte[][]::new)));
      return statement.executeUpdate();
    }
  }

  @Override
  public int settle(List<Message> messages, UUID token) throws SQLException {
    try (PreparedStatement statement = prepare("batch-settle")) {
      statement.setArray(1, connection.createArrayOf("text", events(messages)));
      statement.setObject(2, token);
      return statement.executeUpdate();
    }
  }

  @Override
  public int renew(List<String> events, List<UUID> tokens) throws SQLException {
    try (PreparedStatement statement = prepare("renew")) {
      statement.setArray(1, connection.createArrayOf("text", events.toArray()));
      statement.setArray(2, connection.createArrayOf("uuid", tokens.toArray()));
      return statement.executeUpdate();
    }
  }

  @Override
  public int claimDue(int limit, UUID token) throws SQLException {
    try (PreparedStatement statement = prepare("due-claim")) {
      statement.setInt(1, limit);
      statement.setObject(2, token);
      int count = 0;
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          row.getBytes("payload");
          count++;
        }
      }
      return count;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
