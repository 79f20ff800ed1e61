package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.RowSummary;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestFactory;

/**
 * Every verb, broken once at each of its trips to the server: before the server heard of it (the
 * connection was killed there), and after the server did it (the reply was dropped). Whatever
 * happens, the verb answers and the row looks as if nothing had gone wrong.
 */
class FaultTest {
  private static final String LOST = "08006";

  @Nested
  class OnPostgreSql extends Faults {
    OnPostgreSql() {
      super("postgresql", "SELECT pg_backend_pid()", "SELECT pg_terminate_backend(%d)");
    }
  }

  @Nested
  class OnMySql extends Faults {
    OnMySql() {
      super("mysql", "SELECT CONNECTION_ID()", "KILL %d");
    }
  }

  abstract static class Faults {
    private final String product;
    private final String whoAmI;
    private final String kill;
    private final Breaker breaker = new Breaker();
    private JdbcFixture fixture;

    Faults(String product, String whoAmI, String kill) {
      this.product = product;
      this.whoAmI = whoAmI;
      this.kill = kill;
    }

    @BeforeEach
    void open() {
      fixture =
          JdbcFixture.on(
              product,
              "faults",
              (source, runner) ->
                  JdbcLedgerStoreBuilder.on(Tapped.of(source::getConnection, breaker))
                      .transactionRunner(runner)
                      .build());
    }

    @AfterEach
    void close() {
      if (fixture != null) {
        fixture.close();
      }
    }

    @TestFactory
    Stream<DynamicTest> givenADroppedReply_whenAVerbRuns_thenItAnswersAsIfItHadNotBeen() {
      return tests(this::dropping);
    }

    @TestFactory
    Stream<DynamicTest> givenAKilledConnection_whenAVerbRuns_thenItAnswersAsIfItHadNotBeen() {
      return tests(this::killing);
    }

    /** Makes a fault that strikes at the trip of that number. */
    private interface At {
      Breaker.Fault trip(int number);
    }

    private Stream<DynamicTest> tests(At at) {
      return Stream.of(FaultyVerb.values())
          .map(verb -> DynamicTest.dynamicTest(verb.name(), () -> survives(verb, at)));
    }

    private void survives(FaultyVerb verb, At at) {
      Result sound = run(verb, Breaker.Fault.NONE);
      assertThat(sound.trips).isPositive();
      for (int number = 1; number <= sound.trips; number++) {
        Result broken = run(verb, at.trip(number));
        String what = verb + " broken at trip " + number + " of " + sound.trips;
        assertThat(broken.trips).as(what + " was tried again").isGreaterThan(number);
        assertThat(verb.sameAnswer(sound.answer, broken.answer))
            .as(what + ": expected " + sound.answer + " but was " + broken.answer)
            .isTrue();
        assertThat(look(broken)).as(what).isEqualTo(look(sound));
      }
    }

    /** What one run of a verb led to. */
    private record Result(Object answer, List<Picture> rows, int trips, String others) {}

    private Result run(FaultyVerb verb, Breaker.Fault fault) {
      fixture.clear();
      // A claim of a new row, so that none looks for duplicates because of the run before.
      for (int i = 0; i < 2; i++) {
        new Scenario(fixture, "calm").claim("e" + i);
      }
      fixture.clear();
      Scenario s = new Scenario(fixture, "faults");
      Prepared prepared = verb.prepare(s);
      breaker.use(fault);
      Object answer;
      int trips;
      try {
        answer = prepared.run();
      } finally {
        trips = breaker.trips();
        breaker.use(Breaker.Fault.NONE);
      }
      List<Picture> rows = new ArrayList<>();
      prepared.keys().forEach(key -> rows.add(s.picture(key)));
      return new Result(answer, rows, trips, FaultyVerb.others(s));
    }

    /** What must be the same with and without the fault; instants and fresh tokens cannot be. */
    private static List<String> look(Result result) {
      List<String> looks = new ArrayList<>();
      result.rows.forEach(picture -> looks.add(look(picture)));
      looks.add(result.others);
      return looks;
    }

    private static String look(Picture picture) {
      if (picture.row() == null) {
        return "no row";
      }
      RowSummary row = picture.row().summary();
      return row.state()
          + " attempt "
          + row.attempt()
          + " yields "
          + row.yields()
          + " epoch "
          + row.epoch()
          + " version "
          + row.rowVersion()
          + " generation "
          + picture.row().replayGeneration()
          + " reason "
          + picture.row().waitReason()
          + " failure "
          + picture.row().failure()
          + " content "
          + picture.content()
          + " audit "
          + picture.audit().size();
    }

    private Breaker.Fault dropping(int number) {
      return new Breaker.Fault() {
        @Override
        public void after(Connection connection, int trip) throws SQLException {
          if (trip == number) {
            connection.abort(Runnable::run);
            throw new SQLNonTransientConnectionException("the reply was dropped", LOST);
          }
        }
      };
    }

    private Breaker.Fault killing(int number) {
      return new Breaker.Fault() {
        @Override
        public void before(Connection connection, int trip) throws SQLException {
          if (trip == number) {
            long id = id(connection);
            fixture.space().asOwner(o -> Space.run(o, List.of(String.format(kill, id))));
          }
        }
      };
    }

    private long id(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(whoAmI)) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
