package io.consumptionledger.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.PayloadPolicy;
import io.consumptionledger.RecoveryResult;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.examples.demo.EmbeddedServer;
import io.consumptionledger.examples.demo.ForkedJvm;
import io.consumptionledger.examples.demo.Pools;
import io.consumptionledger.examples.demo.QuietLogs;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.LedgerSchema;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A JVM is killed while it handles two messages. Its successor releases both without waiting for
 * their leases: the one whose content was stored with the claim runs by itself, the other when the
 * broker delivers it again.
 */
public final class CrashAndRecoverMain {
  private static final String URL = "LEDGER_URL";
  private static final Delivery STORED = order("crash.stored");
  private static final Delivery REDELIVERED = order("crash.redelivered");

  private CrashAndRecoverMain() {}

  /**
   * Prints what the killed JVM and its successor did.
   *
   * @param args none
   * @throws Exception if a database or a JVM cannot be had
   */
  public static void main(String[] args) throws Exception {
    QuietLogs.on();
    String url = System.getenv(URL);
    if (url != null) {
      beKilled(url);
      return;
    }
    try (EmbeddedServer server = EmbeddedServer.start();
        HikariDataSource pool = Pools.open(server.jdbcUrl(), null, null, 6)) {
      LedgerSchema.of(pool).apply();
      try (ForkedJvm jvm =
          ForkedJvm.start(CrashAndRecoverMain.class, Map.of(URL, server.jdbcUrl()))) {
        System.out.println("the other JVM " + jvm.readLine());
        jvm.kill();
      }
      succeed(pool);
    }
  }

  private static void succeed(HikariDataSource pool) throws InterruptedException {
    CountDownLatch ranByItself = new CountDownLatch(1);
    try (Ledger ledger =
        ledger(
            pool,
            (order, attempt) -> {
              System.out.println(
                  attempt.delivery().key().handlerId() + " is done at start " + attempt.number());
              ranByItself.countDown();
            })) {
      // We have seen it die, so its last sign of life need not be long ago.
      RecoveryResult result = ledger.recover(Duration.ZERO, Duration.ofDays(1));
      System.out.println(
          "expired " + result.expired() + " claims, recovered " + result.recovered() + " row");
      ranByItself.await();
      System.out.println(ledger.consume(REDELIVERED));
    }
  }

  /** Consumes two messages at once, and neither is ever done. */
  private static void beKilled(String url) throws InterruptedException {
    CountDownLatch atWork = new CountDownLatch(2);
    try (HikariDataSource pool = Pools.open(url, null, null, 6);
        Ledger ledger =
            ledger(
                pool,
                (order, attempt) -> {
                  atWork.countDown();
                  new CountDownLatch(1).await();
                })) {
      for (Delivery delivery : new Delivery[] {STORED, REDELIVERED}) {
        new Thread(() -> ledger.consume(delivery)).start();
      }
      atWork.await();
      System.out.println("is at work, and is killed");
      new CountDownLatch(1).await();
    }
  }

  private static Ledger ledger(HikariDataSource pool, Handler<String> handler) {
    return JdbcLedger.on(pool)
        .nodeId("node-1") // the same for each start of the same node
        .replayWorkers(2)
        .handler(declare("crash.stored", handler).payloadPolicy(PayloadPolicy.AT_CLAIM).build())
        .handler(declare("crash.redelivered", handler).build())
        .start();
  }

  private static HandlerDeclaration.Builder<String> declare(String id, Handler<String> handler) {
    return HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, Decoder.utf8(), handler)
        .lease(Duration.ofMinutes(10)); // nobody wants to wait for that
  }

  private static Delivery order(String handlerId) {
    return Delivery.to(handlerId, "order-17").payload("17".getBytes(UTF_8)).build();
  }
}
