package io.consumptionledger.conformance.jdbc;

import static io.consumptionledger.conformance.jdbc.RoundTrips.STATEMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Ledger;
import io.consumptionledger.Outcome;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.Settlement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the hot path asks of the server: one statement to claim, one to settle. */
class StatementCountTest {
  @Nested
  class OnPostgreSql extends Counts {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Counts {
    OnMySql() {
      super("mysql");
    }

    @Test
    void givenTheServersOwnCounter_whenClaimedAndSettled_thenItCountsTwoQuestions()
        throws SQLException {
      try (HikariDataSource pool = fixture().space().pool(3);
          Connection only = pool.getConnection()) {
        List<Connection> fixed = new ArrayList<>();
        Tapped.Tap keepOpen =
            call ->
                fixed.isEmpty() || !call.isOfConnection() || !call.is("close") ? call.make() : null;
        LedgerStore store =
            JdbcLedgerStoreBuilder.on(
                    Tapped.of(
                        () -> fixed.isEmpty() ? pool.getConnection() : fixed.get(0), keepOpen))
                .build();
        fixed.add(only);
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "questions");
        Expect.done(store.succeed(s.claim("warm")));

        long before = questions(only);
        Claim claim = s.claim("e1");
        Expect.done(store.succeed(claim));
        long after = questions(only);

        assertThat(after - before).as("claim, settle and the second look").isEqualTo(2 + 1);
      }
    }

    private static long questions(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Questions'")) {
        row.next();
        return row.getLong(2);
      }
    }
  }

  abstract static class Counts extends OnServer {
    Counts(String product) {
      super(product);
    }

    /** The isolation is set by a trip of its own where it cannot travel with what comes next. */
    private List<String> begin() {
      return isPostgreSql() ? List.of("rollback") : List.of("rollback", STATEMENT);
    }

    @Test
    void givenAPoolThatCommitsByItself_whenClaimedAndSettled_thenEachIsOneStatementAlone() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        eachAsks(pool, List.of(), List.of());
      }
    }

    @Test
    void givenAPoolThatDoesNotCommit_whenClaimedAndSettled_thenEachIsATransactionOfItsOwn() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, false)) {
        // What a pool's test may have begun is ended first, then the isolation is set.
        eachAsks(pool, begin(), List.of("commit"));
      }
    }

    @Test
    void givenManyRows_whenClaimedAndSettledTogether_thenEachIsOneStatement() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        RoundTrips trips = new RoundTrips();
        LedgerStore store =
            JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build();
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "batch");
        List<BatchVerbs.NewClaim> wishes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          wishes.add(new BatchVerbs.NewClaim(s.bare("e" + i), s.tokens(1).get(0), Scenario.LEASE));
        }
        trips.take();

        List<Settlement> settlements =
            store.claimAll(wishes, s.node()).stream()
                .<Settlement>map(r -> new Settlement.Succeed(Expect.claimed(r)))
                .toList();
        asked(trips, "claim all", List.of(), 1, List.of());
        store.settleAll(settlements).forEach(Expect::done);
        asked(trips, "settle all", List.of(), 1, List.of());
        store.claimAll(wishes, s.node());
        asked(trips, "first duplicates", List.of(), 2, List.of());
        store.claimAll(wishes, s.node());
        asked(trips, "more duplicates", List.of(), 1, List.of());
      }
    }

    /**
     * The first duplicate after new messages, and the first new message after those, cost a look.
     */
    private void eachAsks(HikariDataSource pool, List<String> begin, List<String> end) {
      RoundTrips trips = new RoundTrips();
      LedgerStore store = JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build();
      Scenario s = new Scenario(new OnOneStore(fixture(), store), "count");
      trips.take();

      Claim first = s.claim("e1");
      asked(trips, "claim", begin, 1, end);
      Expect.exists(
          ConsumptionState.PROCESSING,
          store.claim(s.bare("e1"), s.tokens(1).get(0), s.node(), Scenario.LEASE));
      asked(trips, "first duplicate", begin, 2, end);
      Expect.done(store.succeed(first));
      asked(trips, "succeed", begin, 1, end);
      Expect.exists(
          ConsumptionState.SUCCEEDED,
          store.claim(s.full("e1"), s.tokens(1).get(0), s.node(), Scenario.LEASE));
      asked(trips, "another duplicate", begin, 1, end);

      Claim second = s.claimFull("e2");
      asked(trips, "first claim after duplicates", begin, 2, end);
      Expect.done(
          store.scheduleRetry(
              second, s.failure(ErrorClass.RETRYABLE), s.content("e2"), Scenario.DELAY));
      asked(trips, "scheduleRetry", begin, 1, end);

      Claim third = s.claimFull("e3");
      asked(trips, "claim with content", begin, 1, end);
      Expect.done(store.deadLetter(third, s.failure(ErrorClass.POISON), s.content("e3")));
      asked(trips, "deadLetter", begin, 1, end);
    }

    /**
     * The price of order: the gate is locked, earlier rows are looked for, the row is inserted and
     * the gate written, in one transaction; likewise the gate is locked, the row settled, the gate
     * written and the next row looked for. A new gate costs two more, a follower that is freed one.
     */
    @Test
    void givenAnOrderedHandler_whenClaimedAndSettled_thenEachIsOneTransactionOfFourStatements() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, false)) {
        RoundTrips trips = new RoundTrips();
        LedgerStore store =
            JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build();
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "ordered");
        List<String> begin = begin();
        List<String> end = List.of("commit");
        trips.take();

        Claim first = Aggregates.claim(s, "e1", 1);
        asked(trips, "first claim of an aggregate", begin, 6, end);
        Expect.done(store.succeed(first));
        asked(trips, "succeed", begin, 4, end);
        Claim second = Aggregates.claim(s, "e2", 2);
        asked(trips, "claim", begin, 4, end);
        Aggregates.park(s, "e3", 3);
        asked(trips, "park", begin, 4, end);
        Expect.done(store.succeed(second));
        asked(trips, "succeed that frees a follower", begin, 5, end);
        Claim due = s.claimOnlyDue().claim();
        asked(trips, "claim of a due row", begin, 5, end);
        Expect.done(store.succeed(due));
        asked(trips, "succeed", begin, 4, end);
      }
    }

    /** Message, row, closing and audit; and the rows to look at, those to delete, and the audit. */
    @Test
    void givenWhatOperatorsDo_whenMessagesAreAdmittedAndRowsPurged_thenEachIsOneShortTransaction() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, false)) {
        RoundTrips trips = new RoundTrips();
        LedgerStore store =
            JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build();
        Scenario s = new Scenario(new OnOneStore(fixture(), store), "keeping");
        List<String> begin = begin();
        List<String> end = List.of("commit");
        String first = QuarantineScenes.undecodable(s, 1).id();
        String second = QuarantineScenes.undecodable(s, 2).id();
        trips.take();

        store.admit(Tenant.DEFAULT, first, s.full("e1"), s.action());
        asked(trips, "admit", begin, 4, end);
        store.discardQuarantined(Tenant.DEFAULT, second, s.action());
        asked(trips, "discard of a message", begin, 2, end);
        store.quarantinePage(Tenant.DEFAULT, QuarantineFilter.all(), null, 100);
        asked(trips, "list of everything", begin, 1, end);
        store.quarantinePage(Tenant.DEFAULT, QuarantineFilter.open(), null, 100);
        asked(trips, "list of what is open", begin, 2, end);

        for (int i = 0; i < 20; i++) {
          s.succeeded("old" + i);
        }
        s.fixture().elapse(Duration.ofDays(2));
        Purge what =
            new Purge(
                Tenant.DEFAULT,
                s.handler(),
                Set.of(ConsumptionState.SUCCEEDED),
                Duration.ofDays(1));
        trips.take();
        assertThat(store.purge(what, null, 100, s.action()).deleted()).isEqualTo(20);
        asked(trips, "purge", begin, 3, end);
        assertThat(store.purge(what, null, 100, s.action()).deleted()).isZero();
        asked(trips, "purge that finds the row that was admitted", begin, 1, end);
      }
    }

    private static void asked(
        RoundTrips trips, String what, List<String> begin, int statements, List<String> end) {
      List<String> expected = new ArrayList<>(begin);
      for (int i = 0; i < statements; i++) {
        expected.add(STATEMENT);
      }
      expected.addAll(end);
      assertThat(trips.take()).as(what).isEqualTo(expected);
    }

    @Test
    void givenAnIdleNode_whenItPolls_thenItAsksOneThingWhateverWaits() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        RoundTrips trips = new RoundTrips();
        LedgerStore store =
            JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build();
        Scenario s = new Scenario(fixture(), "idle");
        for (int waiting = 0; waiting < 3; waiting++) {
          trips.take();
          assertThat(store.dueQueues(null, 100)).isEmpty();
          assertThat(trips.take()).containsExactly(STATEMENT);
          s.scheduled("later" + waiting, Scenario.DELAY);
        }
      }
    }

    @Test
    void givenAHeartbeat_whenItBeats_thenASignOfLifeIsOneStatementAndARenewalOneShortTransaction() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        RoundTrips trips = new RoundTrips();
        LedgerStore store =
            JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build();
        Scenario s = new Scenario(fixture(), "beat");
        Claim claim = s.claim("e1");
        try (HeartbeatSession heartbeat = store.openHeartbeat(Duration.ofSeconds(20))) {
          trips.take();
          heartbeat.beat(s.node());
          assertThat(trips.take()).containsExactly(STATEMENT);
          heartbeat.renew(List.of(claim), Scenario.LEASE);
          List<String> renewal = new ArrayList<>(begin());
          renewal.set(0, "setAutoCommit");
          renewal.addAll(List.of(STATEMENT, STATEMENT, "commit", "setAutoCommit"));
          assertThat(trips.take()).isEqualTo(renewal);
        }
      }
    }

    @Test
    void givenAnUnorderedHandler_whenANewMessageIsConsumed_thenTwoStatementsAreRun() {
      try (HikariDataSource pool = Pools.committing(fixture().space(), 3, true)) {
        RoundTrips trips = new RoundTrips();
        Scenario s = new Scenario(fixture(), "consume");
        try (Ledger ledger =
            Ledger.on(JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, trips)).build())
                .handler(
                    HandlerDeclaration.of(
                            s.handler(),
                            ReplaySafety.IDEMPOTENT,
                            Decoder.none(),
                            (message, attempt) -> assertThat(attempt.isOwned()).isTrue())
                        .build())
                .replayWorkers(0)
                .pollInterval(Duration.ofHours(1))
                .recoveryInterval(Duration.ofHours(1))
                .start()) {
          trips.take();
          for (int i = 0; i < 3; i++) {
            assertThat(ledger.consume(s.delivery("e" + i).build()))
                .isEqualTo(new Outcome.Acknowledge(Outcome.Acknowledged.PROCESSED));
            assertThat(trips.take()).containsExactly(STATEMENT, STATEMENT);
          }
          for (int asked = 2; asked >= 1; asked--) { // only the first duplicate comes unexpected
            assertThat(ledger.consume(s.delivery("e0").build()))
                .isEqualTo(new Outcome.Acknowledge(Outcome.Acknowledged.DUPLICATE));
            assertThat(trips.take()).containsOnly(STATEMENT).hasSize(asked);
          }
        }
      }
    }
  }
}
