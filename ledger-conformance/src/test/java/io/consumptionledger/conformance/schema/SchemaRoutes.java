package io.consumptionledger.conformance.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConfigurationException;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.LedgerSchema.Applied;
import io.consumptionledger.jdbc.LedgerSchema.Script;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.Scope;
import liquibase.UpdateSummaryOutputEnum;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.ui.LoggerUIService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every way to the tables ends in the same tables, and every way back removes them. */
abstract class SchemaRoutes {
  private static final String ONE = "ledger_routes_one";
  private static final String TWO = "ledger_routes_two";

  private static final Logger QUIET = Logger.getLogger("liquibase");

  private final SchemaServer server;
  private HikariDataSource one;
  private HikariDataSource two;

  SchemaRoutes(SchemaServer server) {
    this.server = server;
  }

  @BeforeAll
  static void silenceLiquibase() {
    QUIET.setLevel(Level.OFF);
  }

  @BeforeEach
  void makeTwoEmptySchemas() {
    server.recreate(ONE);
    server.recreate(TWO);
    one = server.dataSource(ONE);
    two = server.dataSource(TWO);
  }

  @AfterEach
  void dropThem() {
    if (two == null) {
      return; // there is no server, and the test was aborted
    }
    one.close();
    two.close();
    server.drop(ONE);
    server.drop(TWO);
  }

  @Test
  void givenNothing_whenAppliedByJavaByScriptAndByLiquibase_thenTheCatalogsAreIdentical()
      throws Exception {
    assertThat(LedgerSchema.of(one).apply()).isEqualTo(Applied.CREATED);
    Map<String, String> byJava = server.catalog(ONE);
    runScript(two, LedgerSchema.of(two).print(Script.UP));
    Map<String, String> byScript = server.catalog(TWO);
    server.recreate(TWO);
    update(two, "");
    Map<String, String> byLiquibase = server.catalog(TWO);
    byLiquibase.keySet().removeIf(name -> name.toLowerCase().startsWith("databasechangelog"));

    assertThat(byJava).hasSizeGreaterThanOrEqualTo(9).containsKey("event_consumption");
    assertThat(byScript).isEqualTo(byJava);
    assertThat(byLiquibase).isEqualTo(byJava);
    assertThat(LedgerSchema.of(two).verify()).isEmpty();
  }

  @Test
  void givenAppliedTables_whenAppliedAgain_thenNothingHappens() {
    LedgerSchema schema = LedgerSchema.of(one);
    schema.apply();

    assertThat(schema.verify()).isEmpty();
    assertThat(schema.apply()).isEqualTo(Applied.ALREADY_THERE);
  }

  @Test
  void givenAppliedTables_whenDownRuns_thenNothingIsLeft() throws Exception {
    LedgerSchema schema = LedgerSchema.of(one);
    schema.apply();

    runScript(one, schema.print(Script.DOWN));

    assertThat(server.catalog(ONE)).isEmpty();
    assertThat(schema.apply()).isEqualTo(Applied.CREATED);
  }

  @Test
  void givenLiquibaseApplied_whenRolledBack_thenNoTableOfOursIsLeft() throws Exception {
    Map<String, String> nothing = server.catalog(ONE);
    update(one, "");
    liquibase(one, "", it -> it.rollback(1, "", new Contexts(), new LabelExpression()));

    Map<String, String> left = server.catalog(ONE);
    left.keySet().removeIf(name -> name.toLowerCase().startsWith("databasechangelog"));
    assertThat(left).isEqualTo(nothing);
  }

  @Test
  void givenTwoPrefixesInOneSchema_whenOneIsDropped_thenTheOtherIsUntouched() throws Exception {
    LedgerSchema plain = LedgerSchema.of(one);
    LedgerSchema prefixed = LedgerSchema.of(one, null, "twenty_characters_20");
    plain.apply();
    Map<String, String> before = new TreeMap<>(server.catalog(ONE));
    prefixed.apply();
    assertThat(plain.verify()).isEmpty();
    assertThat(prefixed.verify()).isEmpty();

    runScript(one, prefixed.print(Script.DOWN));

    assertThat(server.catalog(ONE)).isEqualTo(before);
    assertThat(plain.verify()).isEmpty();
    assertThat(prefixed.verify()).isNotEmpty();
  }

  @Test
  void givenTwoPrefixes_whenLiquibaseAppliesBoth_thenBothAreThere() throws Exception {
    update(one, "");
    update(one, "b_");
    update(one, "b_");

    assertThat(LedgerSchema.of(one).verify()).isEmpty();
    assertThat(LedgerSchema.of(one, null, "b_").verify()).isEmpty();
  }

  @Test
  void givenAnotherSchema_whenItIsNamed_thenOnlyThatOneChangesAndTheConnectionComesBackAsItWas()
      throws Exception {
    try (Connection lent = one.getConnection()) {
      for (boolean autoCommit : new boolean[] {true, false}) {
        server.recreate(TWO);
        lent.setAutoCommit(autoCommit);
        LedgerSchema named = LedgerSchema.of(lending(lent), TWO, "");
        assertThat(named.apply()).isEqualTo(Applied.CREATED);
        assertThat(named.verify()).isEmpty();
        runOn(lent, "DROP TABLE " + TWO + ".consumption_nodes");
        assertThatThrownBy(named::apply).isInstanceOf(ConfigurationException.class);

        assertThat(server.catalog(ONE)).isEmpty();
        assertThat(server.currentSchema(lent)).isEqualTo(ONE);
        assertThat(lent.getAutoCommit()).isEqualTo(autoCommit);
      }
      lent.rollback();
    }
  }

  @Test
  void givenASchemaThatIsNotThere_whenUsed_thenItIsNamed() {
    LedgerSchema missing = LedgerSchema.of(one, "ledger_routes_none", "");

    assertThatThrownBy(missing::verify).hasStackTraceContaining("ledger_routes_none");
    assertThatThrownBy(missing::apply).hasStackTraceContaining("ledger_routes_none");
  }

  @Test
  void givenOnlyAPart_whenApplied_thenItIsRefusedAndNothingIsCreated() throws Exception {
    LedgerSchema schema = LedgerSchema.of(one);
    schema.apply();
    runScript(one, "DROP TABLE consumption_nodes;\n");
    Map<String, String> before = server.catalog(ONE);

    assertThatThrownBy(schema::apply)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("only part")
        .hasMessageContaining("table consumption_nodes is missing");
    assertThat(server.catalog(ONE)).isEqualTo(before);
  }

  @Test
  void givenADifference_whenApplied_thenItIsRefusedWithTheDifference() throws Exception {
    LedgerSchema schema = LedgerSchema.of(one);
    schema.apply();
    runScript(one, "ALTER TABLE consumption_nodes ADD COLUMN colour int;\n");

    assertThatThrownBy(schema::apply)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("differ")
        .hasMessageContaining("column consumption_nodes.colour should not be there");
  }

  @Test
  void givenTwoCallersAtOnce_whenBothApply_thenOneCreatesAndTheOtherFindsIt() throws Exception {
    LedgerSchema schema = LedgerSchema.of(one);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Applied> apply = schema::apply;
      List<Applied> found =
          threads.invokeAll(List.of(apply, apply), 60, TimeUnit.SECONDS).stream()
              .map(SchemaRoutes::result)
              .collect(Collectors.toList());
      assertThat(found).containsExactlyInAnyOrder(Applied.CREATED, Applied.ALREADY_THERE);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A data source that lends one connection again and again. */
  private static DataSource lending(Connection lent) {
    Connection kept =
        proxy(
            Connection.class,
            (it, method, args) ->
                method.getName().equals("close") ? null : call(lent, method, args));
    return proxy(DataSource.class, (it, method, args) -> kept);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void runOn(Connection connection, String sql) throws SQLException {
    SchemaServer.run(connection, List.of(sql));
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }

  private static void runScript(HikariDataSource pool, String script) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      SchemaServer.run(connection, SchemaServer.statements(script));
    }
  }

  private interface LiquibaseWork {
    void with(Liquibase liquibase) throws LiquibaseException;
  }

  private static void update(HikariDataSource pool, String prefix) throws Exception {
    liquibase(pool, prefix, it -> it.update(new Contexts(), new LabelExpression()));
  }

  private static void liquibase(HikariDataSource pool, String prefix, LiquibaseWork work)
      throws Exception {
    try (Connection connection = pool.getConnection()) {
      Database database =
          DatabaseFactory.getInstance()
              .findCorrectDatabaseImplementation(new JdbcConnection(connection));
      Liquibase liquibase =
          new Liquibase("db/ledger-changelog.xml", new ClassLoaderResourceAccessor(), database);
      liquibase.setShowSummaryOutput(UpdateSummaryOutputEnum.LOG);
      if (!prefix.isEmpty()) {
        liquibase.setChangeLogParameter("prefix", prefix);
      }
      Scope.child(Map.of(Scope.Attr.ui.name(), new LoggerUIService()), () -> work.with(liquibase));
    }
  }
}
