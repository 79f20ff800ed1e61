package io.consumptionledger.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClass;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClassificationTest {
  static List<Dialect> dialects() {
    return List.of(new PostgreSqlDialect(), new MySqlDialect());
  }

  @ParameterizedTest
  @CsvSource({
    "40001, RETRYABLE",
    "40P01, RETRYABLE",
    "55P03, RETRYABLE",
    "08000, RETRYABLE",
    "08006, RETRYABLE",
    "57P01, RETRYABLE",
    "57P02, RETRYABLE",
    "57P03, RETRYABLE",
    "57014, RETRYABLE",
    "25006, RETRYABLE",
    "53300, RETRYABLE",
    "28P01, RETRYABLE",
    "28000, RETRYABLE",
    "25P02, RETRYABLE",
    "0A000, RETRYABLE",
    "53200, RETRYABLE",
    "23503, RETRYABLE",
    "23505, CONFLICT",
    "23502, UNRECOVERABLE",
    "23514, UNRECOVERABLE",
    "22001, UNRECOVERABLE",
    "22003, UNRECOVERABLE",
    "42P01, UNRECOVERABLE",
    "42703, UNRECOVERABLE",
    "42601, UNRECOVERABLE"
  })
  void givenAState_whenPostgreSqlJudges_thenByTheTable(String state, ErrorClass expected) {
    assertThat(new PostgreSqlDialect().classify(new SQLException("text", state)))
        .contains(new Classification(expected, state));
  }

  @ParameterizedTest
  @CsvSource({
    "1213, 40001, RETRYABLE",
    "1205, 40001, RETRYABLE",
    "1205, HY000, RETRYABLE",
    "1020, HY000, RETRYABLE",
    "3572, HY000, RETRYABLE",
    "1053, 08S01, RETRYABLE",
    "1317, 70100, RETRYABLE",
    "3024, HY000, RETRYABLE",
    "1040, 08004, RETRYABLE",
    "1290, HY000, RETRYABLE",
    "1836, HY000, RETRYABLE",
    "1792, 25006, RETRYABLE",
    "1045, 28000, RETRYABLE",
    "1452, 23000, RETRYABLE",
    "0, 08S01, RETRYABLE",
    "1062, 23000, CONFLICT",
    "1048, 23000, UNRECOVERABLE",
    "3819, HY000, UNRECOVERABLE",
    "1406, 22001, UNRECOVERABLE",
    "1146, 42S02, UNRECOVERABLE",
    "1054, 42S22, UNRECOVERABLE",
    "1451, 23000, UNRECOVERABLE"
  })
  void givenACode_whenMySqlJudges_thenByTheCodeBeforeTheState(
      int code, String state, ErrorClass expected) {
    assertThat(new MySqlDialect().classify(new SQLException("text", state, code)))
        .map(Classification::errorClass)
        .contains(expected);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenATimeOutWithoutCodes_whenJudged_thenRetryable(Dialect dialect) {
    assertThat(dialect.classify(new SQLTimeoutException("text")))
        .map(Classification::errorClass)
        .contains(ErrorClass.RETRYABLE);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenUnknownCodes_whenJudged_thenLeftToTheNext(Dialect dialect) {
    assertThat(dialect.classify(new SQLException("deadlock found", "ZZ999", 99_999))).isEmpty();
    assertThat(dialect.classify(new SQLException("duplicate key"))).isEmpty();
  }

  @Test
  void givenTheDriversStateForALockTimeOut_whenMySqlIsAsked_thenItIsRetryableByItsCode() {
    MySqlDialect dialect = new MySqlDialect();

    assertThat(dialect.isRetryableInOwnTransaction(new SQLException("text", "40001", 1205)))
        .isTrue();
    assertThat(dialect.isConnectionLost(new SQLException("text", "40001", 1205))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1366, HY000, true", "1411, HY000, true", "1265, 01000, true", "1062, 23000, true",
    "1406, 22001, true", "1064, 42000, true", "99999, HY000, true", "3819, HY000, true",
    "1205, HY000, false", "1290, HY000, false", "1146, 42S02, false"
  })
  void givenACode_whenMySqlIsAskedWhetherItsTextQuotesData_thenByCodeAndState(
      int code, String state, boolean expected) {
    assertThat(new MySqlDialect().quotesData(new SQLException("text", state, code)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"57P01", "08006", "40003"})
  void givenASessionCutOff_whenPostgreSqlIsAsked_thenTheReplyIsLost(String state) {
    PostgreSqlDialect dialect = new PostgreSqlDialect();

    assertThat(dialect.isConnectionLost(new SQLException("text", state))).isTrue();
    assertThat(dialect.isRetryableInOwnTransaction(new SQLException("text", state))).isFalse();
  }

  @Test
  void givenAnErrorBehindOthers_whenTheChainIsAsked_thenFound() {
    SQLException chained = new SQLException("batch");
    chained.setNextException(new SQLException("text", "23505"));
    Throwable deep = new IllegalStateException(new RuntimeException(chained));

    SqlErrors errors = new SqlErrors(new PostgreSqlDialect());

    assertThat(errors.isDuplicateKey(deep)).isTrue();
    assertThat(errors.classify(deep)).contains(new Classification(ErrorClass.CONFLICT, "23505"));
  }

  @Test
  void givenCausesInACircleOrThousandsDeep_whenTheChainIsAsked_thenItEnds() {
    RuntimeException one = new RuntimeException("one");
    one.initCause(new RuntimeException("two", one));
    Throwable deep = new SQLException("text", "23505");
    for (int i = 0; i < 5_000; i++) {
      deep = new RuntimeException("level", deep);
    }

    SqlErrors errors = new SqlErrors(new PostgreSqlDialect());

    assertThat(errors.classify(one)).isEmpty();
    assertThat(errors.classify(deep)).isEmpty();
  }
}
