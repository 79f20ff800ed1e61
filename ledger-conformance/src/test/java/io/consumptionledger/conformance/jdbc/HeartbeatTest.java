package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.StoreException;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import io.consumptionledger.spi.RenewResult;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A heartbeat goes on whatever others do to the pool, the connections and the server. */
class HeartbeatTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /**
   * What such a call takes at the most on a busy machine; the pool and the store would wait longer.
   */
  private static final Duration BOUND = TIMEOUT.multipliedBy(8);

  @Nested
  class OnPostgreSql extends Heartbeats {
    private static final int BEATS = 200;

    OnPostgreSql() {
      super("postgresql");
    }

    @Test
    void givenANode_whenItBeatsManyTimes_thenNoIndexIsRewritten() {
      Scenario s = new Scenario(fixture(), "hot");
      try (HeartbeatSession heartbeat = s.store().openHeartbeat(Duration.ofSeconds(20))) {
        for (int beats = 0; beats <= BEATS; beats++) {
          heartbeat.beat(s.node());
        }
      }
      // The session tells its counts when it has been idle for a while.
      Together.await(() -> counted("n_tup_upd") >= BEATS, "the updates are counted");
      assertThat(counted("n_tup_hot_upd")).isEqualTo(counted("n_tup_upd"));
    }

    private long counted(String what) {
      AtomicLong count = new AtomicLong();
      fixture()
          .space()
          .asOwner(
              connection -> {
                try (Statement statement = connection.createStatement();
                    ResultSet row =
                        statement.executeQuery(
                            "SELECT "
                                + what
                                + " FROM pg_stat_user_tables WHERE relname = 'consumption_nodes'"
                                + " AND schemaname = current_schema")) {
                  row.next();
                  count.set(row.getLong(1));
                }
              });
      return count.get();
    }
  }

  @Nested
  class OnMySql extends Heartbeats {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Heartbeats extends OnServer {
    Heartbeats(String product) {
      super(product);
    }

    private static Duration timeOf(Runnable action) {
      long start = System.nanoTime();
      action.run();
      return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void renews(HeartbeatSession heartbeat, Claim claim) {
      assertThat(heartbeat.renew(List.of(claim), Scenario.LEASE))
          .isEqualTo(Map.of(claim, RenewResult.RENEWED));
    }

    private List<UUID> twinsOf(Node node) {
      return fixture().store().liveTwins(Node.start(node.id()), Duration.ofMinutes(1)).stream()
          .map(Twin::incarnation)
          .toList();
    }

    private static void fails(LedgerStore store, Runnable call) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              StoreException.class,
              e ->
                  assertThat(store.errorClassifier().classify(e).map(Classification::errorClass))
                      .as("what it is judged as: " + e.getCause())
                      .hasValue(ErrorClass.RETRYABLE));
    }

    @Test
    void givenAPoolThatOthersExhausted_whenTheHeartbeatBeats_thenItWorksAndNobodyElseGetsOne()
        throws SQLException {
      try (HikariDataSource pool = fixture().space().pool(3)) {
        LedgerStore store = JdbcLedgerStoreBuilder.on(pool).build();
        Scenario s = new Scenario(fixture(), "heartbeat");
        Claim claim = s.claim("e1");
        HeartbeatSession heartbeat = store.openHeartbeat(TIMEOUT);
        try (Connection one = pool.getConnection();
            Connection other = pool.getConnection()) {
          assertThat(one).isNotSameAs(other);
          for (int beats = 0; beats < 3; beats++) {
            heartbeat.beat(s.node());
            renews(heartbeat, claim);
          }
          assertThat(twinsOf(s.node())).containsExactly(s.node().incarnation());
          Duration waited =
              timeOf(
                  () ->
                      assertThatThrownBy(() -> store.openHeartbeat(TIMEOUT))
                          .isInstanceOf(StoreException.class)
                          .hasMessageContaining("OPEN_HEARTBEAT"));
          assertThat(waited).isBetween(TIMEOUT.dividedBy(2), BOUND);
        }
        heartbeat.close();
        Together.await(
            () -> pool.getHikariPoolMXBean().getActiveConnections() == 0,
            "the connection that came too late is given back");
      }
    }

    @Test
    void givenASilentServer_whenTheHeartbeatBeats_thenItFailsInTimeAndWorksAgainAfterwards()
        throws IOException {
      String url = fixture().space().database().server().url();
      try (Wire wire = new Wire(url);
          HikariDataSource pool =
              Pools.of(
                  fixture().space(),
                  3,
                  "",
                  null,
                  config ->
                      config.setJdbcUrl(
                          config.getJdbcUrl().replace(root(url), root(wire.url()))))) {
        LedgerStore store = JdbcLedgerStoreBuilder.on(pool).build();
        Scenario s = new Scenario(fixture(), "silent");
        Claim claim = s.claim("e1");
        try (HeartbeatSession heartbeat = store.openHeartbeat(TIMEOUT)) {
          renews(heartbeat, claim);
          wire.setSilent(true);
          // The first call loses its connection, the others do not even get one.
          for (int calls = 0; calls < 3; calls++) {
            assertThat(
                    timeOf(
                        () -> fails(store, () -> heartbeat.renew(List.of(claim), Scenario.LEASE))))
                .isBetween(TIMEOUT.dividedBy(2), BOUND);
          }
          assertThat(timeOf(() -> fails(store, () -> heartbeat.beat(s.node()))))
              .isBetween(TIMEOUT.dividedBy(2), BOUND);
          wire.setSilent(false);
          Together.await(
              () -> {
                try {
                  renews(heartbeat, claim);
                  return true;
                } catch (StoreException notYet) {
                  return false;
                }
              },
              "the heartbeat renews again");
          heartbeat.beat(s.node());
        }
        assertThat(twinsOf(s.node())).containsExactly(s.node().incarnation());
        Together.await(
            () -> pool.getHikariPoolMXBean().getActiveConnections() == 0,
            "all connections are given back");
      }
    }

    /** Host and port, which the pool's URL has in common with the server's. */
    private static String root(String url) {
      int host = url.indexOf("//");
      int end = url.indexOf('/', host + 2);
      return end < 0 ? url.substring(host) : url.substring(host, end);
    }

    /**
     * A pool may hand out connections that were killed while they were idle; each fails one try.
     */
    private static void soon(Runnable call) {
      try {
        call.run();
      } catch (StoreException killedInThePoolToo) {
        assertThat(killedInThePoolToo).hasMessageContaining("failed with SQLState");
        call.run();
      }
    }

    @Test
    void givenSessionsKilledAtTheServer_whenTheHeartbeatBeats_thenItTakesAnotherConnection() {
      try (HikariDataSource pool = fixture().space().pool(3)) {
        LedgerStore store = JdbcLedgerStoreBuilder.on(pool).build();
        Scenario s = new Scenario(fixture(), "killed");
        Killer killer = new Killer(fixture().space(), isPostgreSql());
        Claim claim = s.claim("e1");
        try (HeartbeatSession heartbeat = store.openHeartbeat(Duration.ofSeconds(10))) {
          for (int kills = 0; kills < 3; kills++) {
            renews(heartbeat, claim);
            killer.strikeAll();
            soon(() -> heartbeat.beat(s.node()));
            killer.strikeAll();
            soon(() -> renews(heartbeat, claim));
          }
        }
        assertThat(killer.killed()).isGreaterThanOrEqualTo(6);
        assertThat(s.version(claim.key())).isEqualTo(1);
        Together.await(
            () -> pool.getHikariPoolMXBean().getActiveConnections() == 0,
            "all connections are given back");
      }
    }
  }
}
