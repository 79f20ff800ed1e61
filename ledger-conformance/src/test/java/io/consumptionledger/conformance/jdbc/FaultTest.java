package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.conformance.database.Space;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final List<Wire> wires = WiredFixture.wires();
    private JdbcFixture fixture;

    Faults(String product, String whoAmI, String kill) {
      this.product = product;
      this.whoAmI = whoAmI;
      this.kill = kill;
    }

    @BeforeEach
    void open() {
      fixture = WiredFixture.open(product, "faults", wires, config -> {});
    }

    @AfterEach
    void close() {
      fixture.close();
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
      Wire.Fault trip(int number);
    }

    private Stream<DynamicTest> tests(At at) {
      return Stream.of(FaultyVerb.values())
          .map(verb -> DynamicTest.dynamicTest(verb.name(), () -> survives(verb, at)));
    }

    private void survives(FaultyVerb verb, At at) {
      Wire wire = wires.get(0);
      Result sound = run(verb, Wire.Fault.NONE);
      int trips = sound.trips;
      assertThat(trips).isPositive();
      for (int number = 1; number <= trips; number++) {
        Result broken = run(verb, at.trip(number));
        String what = verb + " broken at trip " + number + " of " + sound.texts;
        assertThat(broken.trips).as(what + " was tried again").isGreaterThan(number);
        assertThat(verb.sameAnswer(sound.answer, broken.answer))
            .as(what + ": expected " + sound.answer + " but was " + broken.answer)
            .isTrue();
        assertThat(look(broken)).as(what).isEqualTo(look(sound));
      }
      assertThat(wire.leftOvers()).isEmpty();
    }

    /** What one run of a verb led to. */
    private record Result(
        Object answer, List<Picture> rows, int trips, List<String> texts, int more) {}

    private Result run(FaultyVerb verb, Wire.Fault fault) {
      fixture.clear();
      Scenario s = new Scenario(fixture, "faults");
      FaultyVerb.Prepared prepared = verb.prepare(s);
      Wire wire = wires.get(0);
      wire.forget();
      wire.use(fault);
      Object answer;
      try {
        answer = prepared.run();
      } finally {
        wire.use(Wire.Fault.NONE);
      }
      List<String> texts = wire.trips();
      List<Picture> rows = new ArrayList<>();
      prepared.keys().forEach(key -> rows.add(s.picture(key)));
      return new Result(answer, rows, texts.size(), texts, FaultyVerb.others(s));
    }

    /** What must be the same with and without the fault; instants and fresh tokens cannot be. */
    private static List<String> look(Result result) {
      List<String> looks = new ArrayList<>();
      for (Picture picture : result.rows) {
        looks.add(
            picture.row() == null
                ? "none"
                : String.join(
                    " ",
                    String.valueOf(picture.row().summary().state()),
                    "attempt " + picture.row().summary().attempt(),
                    "yields " + picture.row().summary().yields(),
                    "epoch " + picture.row().summary().epoch(),
                    "version " + picture.row().summary().rowVersion(),
                    "generation " + picture.row().replayGeneration(),
                    "reason " + picture.row().waitReason(),
                    "failure " + picture.row().failure(),
                    "content " + picture.content(),
                    "audit " + picture.audit().size()));
      }
      looks.add(result.more + " anomalies and quarantined messages");
      return looks;
    }

    private Wire.Fault dropping(int number) {
      AtomicInteger trips = new AtomicInteger();
      return new Wire.Fault() {
        @Override
        public void after(Connection connection, String trip) throws SQLException {
          if (trips.incrementAndGet() == number) {
            connection.abort(Runnable::run);
            throw new SQLNonTransientConnectionException("the reply was dropped", LOST);
          }
        }
      };
    }

    private Wire.Fault killing(int number) {
      AtomicInteger trips = new AtomicInteger();
      return new Wire.Fault() {
        @Override
        public void before(Connection connection, String trip) throws SQLException {
          if (trips.incrementAndGet() == number) {
            long id = id(connection);
            fixture.space().asOwner(owner -> Space.run(owner, List.of(String.format(kill, id))));
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
