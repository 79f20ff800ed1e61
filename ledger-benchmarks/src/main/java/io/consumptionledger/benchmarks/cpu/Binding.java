package io.consumptionledger.benchmarks.cpu;

import io.consumptionledger.benchmarks.cpu.dialect.StubDatabase;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Products;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.TransitionResult;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Claim and settle on a driver that does nothing: preparing, binding and reading is what is left.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Binding {
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final LedgerStore store = StubDatabase.store();
  private final Node node = Node.start("bench");
  private final Product product = Products.of(StubDatabase.URL);

  /** Through the store. */
  @Benchmark
  public TransitionResult store() {
    ClaimResult result =
        store.claim(NewRow.of(Messages.next().delivery(), null), ClaimToken.random(), node, LEASE);
    if (result instanceof ClaimResult.Claimed claimed) {
      return store.succeed(claimed.claim());
    }
    throw new IllegalStateException("answered " + result);
  }

  /** By hand, by position. */
  @Benchmark
  public int byHand() throws SQLException {
    Message message = Messages.next();
    Object token = product.token(UUID.randomUUID());
    int count;
    try (PreparedStatement claim =
        StubDatabase.connection().prepareStatement(product.sql("claim"))) {
      claim.setString(1, message.event());
      claim.setObject(2, token);
      claim.setLong(3, message.number());
      claim.setBytes(4, message.hash());
      count = claim.executeUpdate();
    }
    try (PreparedStatement settle =
        StubDatabase.connection().prepareStatement(product.sql("settle"))) {
      settle.setString(1, message.event());
      settle.setObject(2, token);
      return count + settle.executeUpdate();
    }
  }
}
