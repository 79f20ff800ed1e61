package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final Call CALL = new Call("TEST", "something");
  private static final String LOST = "08006";
  private static final String SERIALIZATION = "40001";
  private static final String SYNTAX = "42601";

  private final Dialect dialect = Dialects.known().get(0);
  private final List<String> done = new ArrayList<>();
  private boolean autoCommit = true;
  private Connection callers;
  private int refusals;

  private final Sessions sessions =
      new Sessions(
          dataSource(),
          new Callers(),
          dialect,
          SqlCatalog.load(SqlSource.of(dialect), ""),
          Duration.ofSeconds(30));

  private final class Callers implements TransactionRunner {
    @Override
    public Optional<Connection> current() {
      return Optional.ofNullable(callers);
    }

    @Override
    public <T> T inTransaction(Work<T> work) throws Exception {
      return work.run(callers);
    }
  }

  private DataSource dataSource() {
    return proxy(
        DataSource.class,
        (name, argument) -> {
          if (refusals > 0) {
            refusals--;
            throw new SQLException("no connection", LOST);
          }
          return connection();
        });
  }

  private Connection connection() {
    return proxy(
        Connection.class,
        (name, argument) -> {
          switch (name) {
            case "getAutoCommit":
              return autoCommit;
            case "setAutoCommit":
              autoCommit = (Boolean) argument;
              return null;
            case "prepareStatement":
              done.add(((String) argument).lines().findFirst().orElseThrow());
              return proxy(PreparedStatement.class, SessionsTest::statement);
            default:
              done.add(name);
              return null;
          }
        });
  }

  private static Object statement(String name, Object argument) {
    return switch (name) {
      case "execute", "getMoreResults" -> false;
      case "getUpdateCount" -> 0;
      default -> null;
    };
  }

  private interface Behaviour {
    Object call(String name, Object argument) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, Behaviour behaviour) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                behaviour.call(method.getName(), arguments == null ? null : arguments[0])));
  }

  /** Fails with one state after the other, then returns how often it ran. */
  private static Sessions.Work<Integer> failing(List<Boolean> lost, String... states) {
    return session -> {
      lost.add(session.replyLost());
      if (lost.size() <= states.length) {
        throw new SQLException("no text matters", states[lost.size() - 1]);
      }
      return lost.size();
    };
  }

  @Test
  void givenARollBackForAPassingReason_whenAlone_thenDoneAgainAndNothingWasLost() {
    List<Boolean> lost = new ArrayList<>();

    int runs = sessions.alone(CALL, failing(lost, SERIALIZATION, SERIALIZATION));

    assertThat(runs).isEqualTo(3);
    assertThat(lost).containsExactly(false, false, false);
    assertThat(done).containsExactly("close", "close", "close");
  }

  @Test
  void givenALostReply_whenAlone_thenEveryLaterTryKnowsOfIt() {
    List<Boolean> lost = new ArrayList<>();

    sessions.alone(CALL, failing(lost, LOST, SERIALIZATION));

    assertThat(lost).containsExactly(false, true, true);
  }

  @Test
  void givenALostReply_whenNoConnectionCanBeHad_thenTriedAgain() {
    List<Boolean> lost = new ArrayList<>();

    sessions.alone(
        CALL,
        session -> {
          refusals = lost.isEmpty() ? 2 : 0;
          return failing(lost, LOST).run(session);
        });

    assertThat(lost).containsExactly(false, true);
    assertThat(refusals).isZero();
  }

  @Test
  void givenNothingDoneYet_whenNoConnectionCanBeHad_thenFailsAtOnce() {
    refusals = 1;

    assertThatThrownBy(() -> sessions.alone(CALL, failing(new ArrayList<>())))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("TEST of something failed: the data source gave no connection");
  }

  @Test
  void givenAnEndlessReason_whenAlone_thenGivenUpAfterEightTries() {
    List<Boolean> lost = new ArrayList<>();
    String[] states = new String[100];
    java.util.Arrays.fill(states, SERIALIZATION);

    assertThatThrownBy(() -> sessions.alone(CALL, failing(lost, states)))
        .isInstanceOf(StoreException.class)
        .hasMessage("TEST of something failed with SQLState 40001, vendor code 0");
    assertThat(lost).hasSize(8);
  }

  @Test
  void givenAnotherError_whenAlone_thenNotDoneAgain() {
    List<Boolean> lost = new ArrayList<>();

    assertThatThrownBy(() -> sessions.alone(CALL, failing(lost, SYNTAX)))
        .isInstanceOf(StoreException.class);
    assertThat(lost).hasSize(1);
  }

  @Test
  void givenAConnectionThatDoesNotCommitByItself_whenAlone_thenCommittedAndLeftAsFound() {
    autoCommit = false;

    sessions.alone(CALL, failing(new ArrayList<>()));

    assertThat(done).containsExactly("rollback", "commit", "close");
    assertThat(autoCommit).isFalse();
  }

  @Test
  void givenAConnectionThatDoesNotCommitByItself_whenItFails_thenRolledBack() {
    autoCommit = false;

    assertThatThrownBy(() -> sessions.alone(CALL, failing(new ArrayList<>(), SYNTAX)))
        .isInstanceOf(StoreException.class);

    assertThat(done).containsExactly("rollback", "rollback", "close");
  }

  @Test
  void givenACallersTransaction_whenJoining_thenNothingIsDoneAgainCommittedOrClosed() {
    autoCommit = false;
    callers = connection();
    List<Boolean> lost = new ArrayList<>();

    assertThatThrownBy(() -> sessions.joining(CALL, failing(lost, SERIALIZATION)))
        .isInstanceOf(StoreException.class);

    assertThat(lost).containsExactly(false);
    assertThat(done).isEmpty();
  }

  @Test
  void givenACallersConnectionInAutocommit_whenJoining_thenRefused() {
    callers = connection();

    assertThatThrownBy(() -> sessions.joining(CALL, failing(new ArrayList<>())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("commits each statement by itself");
  }

  @Test
  void givenAnErrorThatQuotesData_whenItSurfaces_thenItsTextIsGone() {
    assertThatThrownBy(
            () ->
                sessions.alone(
                    CALL,
                    session -> {
                      throw new SQLException("row contains (secret)", "23514");
                    }))
        .isInstanceOf(StoreException.class)
        .hasStackTraceContaining("23514")
        .rootCause()
        .hasMessageNotContaining("secret");
  }
}
