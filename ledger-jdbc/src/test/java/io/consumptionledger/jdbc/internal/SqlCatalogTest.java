package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.Transition;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SqlCatalogTest {
  /** What operators list, count and are shown without a trace. */
  private static final Set<Sql> LOOKS =
      EnumSet.of(
          Sql.HANDLERS,
          Sql.INSPECT,
          Sql.INSPECT_DEAD,
          Sql.INSPECT_REACH,
          Sql.INSPECT_REACH_DEAD,
          Sql.INSPECT_COUNT,
          Sql.INSPECT_COUNT_DEAD,
          Sql.ERRORS,
          Sql.BLOCKED_BY,
          Sql.BLOCKING_HEADS,
          Sql.IN_FLIGHT,
          Sql.COUNT_HELD,
          Sql.COUNT_STATES,
          Sql.COUNT_WAITING,
          Sql.COUNT_DEAD,
          Sql.OLDEST_DUE,
          Sql.NODES,
          Sql.ANOMALY_PAGE,
          Sql.ANOMALIES_OF,
          Sql.AUDIT_LOG,
          Sql.AUDIT_LOG_OF,
          Sql.QUARANTINE_ENTRY,
          Sql.QUARANTINE_LIST,
          Sql.QUARANTINE_REACH,
          Sql.QUARANTINE_COUNT);

  static List<Dialect> dialects() {
    return Dialects.known();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenAFolder_whenLoaded_thenEveryStatementIsThereAndNoOther(Dialect dialect) {
    SqlSource source = SqlSource.of(dialect);

    SqlCatalog catalog = SqlCatalog.load(source, "ledger.x_");

    assertThat(source.texts().keySet())
        .isEqualTo(Arrays.stream(Sql.values()).map(Sql::fileName).collect(Collectors.toSet()));
    assertThat(catalog.text(Sql.SUCCEED)).startsWith("UPDATE ledger.x_event_consumption SET");
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenTheTableOfTransitions_whenComparedWithTheFiles_thenEachHasOne(Dialect dialect) {
    Map<String, String> texts = SqlSource.of(dialect).texts();

    assertThat(texts.keySet())
        .containsAll(Arrays.stream(Transition.values()).map(Transition::fileName).toList());
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenAFile_whenRead_thenItBeginsWithItsContract(Dialect dialect) {
    SqlSource.of(dialect)
        .texts()
        .forEach(
            (name, text) ->
                assertThat(text)
                    .as(name)
                    .startsWith("-- ")
                    .contains("\n-- Parameters: ", "-- Rows: "));
  }

  /** A column that is not named is not read: large values lie elsewhere on both products. */
  @ParameterizedTest
  @MethodSource("dialects")
  void givenWhatOperatorsLookAt_whenItsColumnsAreRead_thenNoneIsContentTokenOrAuthorisation(
      Dialect dialect) {
    SqlCatalog catalog = SqlCatalog.load(SqlSource.of(dialect), "");
    for (Sql look : LOOKS) {
      assertThat(catalog.text(look))
          .as(look.fileName())
          .doesNotContainPattern("\\b(payload|headers|raw_key|claim_id|body)\\b")
          .doesNotContainPattern("\\breplay_authorization\\b(?<!AS replay_authorization)");
    }
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenAMissingFile_whenLoaded_thenItIsNamed(Dialect dialect) {
    Map<String, String> texts = new HashMap<>(SqlSource.of(dialect).texts());
    texts.remove("take-over");

    assertThatThrownBy(() -> SqlCatalog.load(new SqlSource("some/folder/", texts), ""))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("some/folder/: take-over.sql is missing");
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenAnExtraFile_whenLoaded_thenItIsNamed(Dialect dialect) {
    SqlSource source = SqlSource.of(dialect).with("succed", "SELECT 1");

    assertThatThrownBy(() -> SqlCatalog.load(source, ""))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("succed.sql is not a statement of the ledger");
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void givenAParameterTooFewOrTooMany_whenLoaded_thenBothListsAreShown(Dialect dialect) {
    SqlSource source =
        SqlSource.of(dialect).with("session-id", "SELECT :own").with("audit", "SELECT ':tenantId'");

    assertThatThrownBy(() -> SqlCatalog.load(source, ""))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("session-id.sql has the parameters [own], but must have []")
        .hasMessageContaining(
            "audit.sql has the parameters [], but must have"
                + " [eventId, handlerId, itemKey, tenantId]");
  }

  @Test
  void givenTwoDialects_whenOneStatementIsReplaced_thenTheOthersStay() {
    SqlSource source = SqlSource.of(Dialects.known().get(0));

    SqlCatalog catalog = SqlCatalog.load(source.with("session-id", "SELECT 1"), "");

    assertThat(catalog.text(Sql.SESSION_ID)).isEqualTo("SELECT 1");
    assertThat(catalog.text(Sql.GET)).isEqualTo(SqlCatalog.load(source, "").text(Sql.GET));
  }
}
