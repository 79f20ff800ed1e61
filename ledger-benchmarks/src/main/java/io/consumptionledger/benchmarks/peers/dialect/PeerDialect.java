package io.consumptionledger.benchmarks.peers.dialect;

import com.gruelbox.transactionoutbox.Dialect;
import io.consumptionledger.benchmarks.database.Product;

/** How the peers are set up on a product. */
public final class PeerDialect {
  private PeerDialect() {}

  /** For transaction-outbox. */
  public static Dialect outbox(Product product) {
    return switch (product.name()) {
      case "postgresql" -> Dialect.POSTGRESQL_9;
      case "mysql" -> Dialect.MY_SQL_8;
      default ->
          throw new IllegalArgumentException("the peers are not set up for " + product.name());
    };
  }
}
