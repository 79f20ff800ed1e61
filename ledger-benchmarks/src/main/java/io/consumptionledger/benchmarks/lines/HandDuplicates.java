package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Space;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Messages whose row is there already, by hand. */
public final class HandDuplicates extends HeldLine {
  /** The line. */
  public HandDuplicates(Space space) {
    super(
        "by hand",
        space,
        space.product().hasSql("claim-or-look")
            ? "One statement that inserts or shows the row that is there."
            : "INSERT, and when the key is there already, SELECT.");
  }

  /** A message that was finished before. */
  static Message finished() {
    return Messages.filled(ThreadLocalRandom.current().nextLong(1, FINISHED_ROWS + 1));
  }

  @Override
  Work work(Product product, Connection connection) throws SQLException {
    if (product.hasSql("claim-or-look")) {
      PreparedStatement both = connection.prepareStatement(product.sql("claim-or-look"));
      return () -> {
        Message message = finished();
        both.setString(1, message.event());
        bind(both, 2, product, message);
        return found(both);
      };
    }
    PreparedStatement claim = connection.prepareStatement(product.sql("claim"));
    PreparedStatement look = connection.prepareStatement(product.sql("look"));
    return () -> {
      Message message = finished();
      bind(claim, 1, product, message);
      try {
        throw new SQLException("made " + claim.executeUpdate() + " rows");
      } catch (SQLException e) {
        if (!product.isDuplicate(e)) {
          throw e;
        }
      }
      look.setString(1, message.event());
      return found(look);
    };
  }

  private static int found(PreparedStatement query) throws SQLException {
    String status = HandStatements.only(query);
    if (!status.equals("SUCCEEDED")) {
      throw new SQLException("found " + status);
    }
    return 1;
  }

  private static void bind(PreparedStatement claim, int first, Product product, Message message)
      throws SQLException {
    claim.setString(first, message.event());
    claim.setObject(first + 1, product.token(UUID.randomUUID()));
    claim.setLong(first + 2, message.number());
    claim.setBytes(first + 3, message.hash());
  }
}
