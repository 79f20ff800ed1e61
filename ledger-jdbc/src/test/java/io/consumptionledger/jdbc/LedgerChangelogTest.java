package io.consumptionledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import liquibase.Scope;
import liquibase.changelog.ChangeLogParameters;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateSqlCommandStep;
import liquibase.command.core.helpers.DatabaseChangelogCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.ResourceAccessor;
import liquibase.ui.LoggerUIService;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Liquibase would run, without a database. */
final class LedgerChangelogTest {
  private static final Logger QUIET = Logger.getLogger("liquibase");

  @TempDir Path folder;

  @BeforeAll
  static void silenceLiquibase() {
    QUIET.setLevel(Level.OFF);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "h2", "oracle", "mssql", "cockroachdb"})
  void givenAProductWithoutSqlOfOurs_whenUpdated_thenItFailsInsteadOfPassingOver(String product) {
    assertThatThrownBy(() -> update(product, null))
        .hasStackTraceContaining("the ledger has no schema for this product");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void givenAProductOfOurs_whenUpdated_thenItsOwnFileRunsWithThePrefix(String product)
      throws Exception {
    assertThat(update(product, null)).contains("CREATE TABLE event_consumption");
    assertThat(update(product, "shop_"))
        .contains("CREATE TABLE shop_event_consumption", "shop_ledger-1-" + product)
        .doesNotContain("${prefix}");
  }

  @Test
  void givenBothProducts_whenUpdated_thenNeitherGetsTheOthersSql() throws Exception {
    assertThat(update("postgresql", null)).contains("timestamptz").doesNotContain("InnoDB");
    assertThat(update("mysql", null)).contains("InnoDB").doesNotContain("timestamptz");
  }

  private String update(String product, String prefix) throws Exception {
    ResourceAccessor resources = new ClassLoaderResourceAccessor();
    String history = folder.resolve(product + prefix + ".csv").toUri().getPath();
    Database database =
        DatabaseFactory.getInstance()
            .openDatabase(
                "offline:" + product + "?changeLogFile=" + history, null, null, null, resources);
    ChangeLogParameters parameters = new ChangeLogParameters(database);
    if (prefix != null) {
      parameters.set("prefix", prefix);
    }
    ByteArrayOutputStream sql = new ByteArrayOutputStream();
    CommandScope update =
        new CommandScope(UpdateSqlCommandStep.COMMAND_NAME)
            .addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, database)
            .addArgumentValue(UpdateSqlCommandStep.CHANGELOG_FILE_ARG, "db/ledger-changelog.xml")
            .addArgumentValue(DatabaseChangelogCommandStep.CHANGELOG_PARAMETERS, parameters)
            .setOutput(sql);
    Scope.child(Map.of(Scope.Attr.ui.name(), new LoggerUIService()), update::execute);
    return sql.toString(StandardCharsets.UTF_8);
  }
}
