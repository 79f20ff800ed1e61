package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.HandSql;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.lines.Messages.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Claim and settle on one connection, written by hand. Used by one thread. */
final class HandStatements implements AutoCloseable {
  private final Product product;
  private final PreparedStatement claim;
  private final PreparedStatement settle;

  HandStatements(Product product, Connection connection) throws SQLException {
    this.product = product;
    HandSql sql = product.hand();
    this.claim = connection.prepareStatement(sql.claim());
    this.settle = connection.prepareStatement(sql.settle());
  }

  /** The token of the new row. */
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

  static String only(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next() ? row.getString(1) : null;
    }
  }

  @Override
  public void close() throws SQLException {
    claim.close();
    settle.close();
  }
}
