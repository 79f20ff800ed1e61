package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Single messages on one connection, by hand. Used by one thread. */
final class HandStatements implements AutoCloseable {
  private final Product product;
  private final PreparedStatement claim;
  private final PreparedStatement settle;

  HandStatements(Product product, Connection connection) throws SQLException {
    this.product = product;
    this.claim = connection.prepareStatement(product.sql("claim"));
    this.settle = connection.prepareStatement(product.sql("settle"));
  }

  /** A new row; its token. */
  Object claim(Message message) throws SQLException {
    Object token = product.token(UUID.randomUUID());
    claim.setString(1, message.event());
    claim.setObject(2, token);
    claim.setLong(3, message.number());
    claim.setBytes(4, message.hash());
    requireOne(claim.executeUpdate());
    return token;
  }

  void settle(Message message, Object token) throws SQLException {
    settle.setString(1, message.event());
    settle.setObject(2, token);
    requireOne(settle.executeUpdate());
  }

  static void requireOne(int count) throws SQLException {
    if (count != 1) {
      throw new SQLException("changed " + count + " rows");
    }
  }

  /** The text in the only row. */
  static String only(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("no row");
      }
      return row.getString(1);
    }
  }

  @Override
  public void close() throws SQLException {
    claim.close();
    settle.close();
  }
}
