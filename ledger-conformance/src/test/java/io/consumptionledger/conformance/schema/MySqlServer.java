package io.consumptionledger.conformance.schema;

import io.consumptionledger.conformance.database.Databases;
import io.consumptionledger.conformance.database.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** MySQL by URL (-Dledger.mysql.url, .user, .password of an administrator) or in a container. */
final class MySqlServer implements SchemaServer {
  static final SchemaServer INSTANCE = new MySqlServer();

  private MySqlServer() {}

  /** Asked for anew each time, so that a test without a server is aborted. */
  private static Server server() {
    return Databases.get("mysql").server();
  }

  @Override
  public String folder() {
    return "mysql";
  }

  @Override
  public String url(String schema) {
    return server().url().replaceFirst("(jdbc:mysql://[^/]*/)[^?]*", "$1" + schema);
  }

  @Override
  public String user() {
    return server().user();
  }

  @Override
  public String password() {
    return server().password();
  }

  @Override
  public String home() {
    return "information_schema";
  }

  @Override
  public void recreate(String schema) {
    // Not the server's default character set, so that whatever is left unsaid shows.
    admin(
        "DROP DATABASE IF EXISTS " + schema,
        "CREATE DATABASE " + schema + " CHARACTER SET latin1 COLLATE latin1_swedish_ci");
  }

  @Override
  public void drop(String schema) {
    admin("DROP DATABASE IF EXISTS " + schema);
  }

  @Override
  public void recreateAccount(String account, String secret) {
    dropAccount(account);
    admin("CREATE USER '" + account + "'@'%' IDENTIFIED BY '" + secret + "'");
  }

  @Override
  public void recreateFor(String account, String schema) {
    recreate(schema);
    admin("GRANT CREATE, INDEX, DROP, SELECT ON " + schema + ".* TO '" + account + "'@'%'");
  }

  @Override
  public void dropAccount(String account) {
    admin("DROP USER IF EXISTS '" + account + "'@'%'");
  }

  @Override
  public void grant(Connection connection, String script, String account) throws SQLException {
    List<String> statements = new ArrayList<>();
    statements.add("SET @ledger_user = '" + account + "', @ledger_host = '%'");
    statements.addAll(SchemaServer.statements(script));
    SchemaServer.run(connection, statements);
  }

  @Override
  public List<String> forbidden(String schema, String otherTable) {
    return List.of(
        "CREATE TABLE " + schema + ".mine (x int)",
        "ALTER TABLE event_consumption ADD COLUMN mine int",
        "CREATE INDEX mine ON event_consumption (updated_at)",
        "DROP TABLE event_consumption",
        "TRUNCATE TABLE event_consumption",
        "LOCK TABLES event_consumption WRITE",
        "CREATE TRIGGER mine BEFORE UPDATE ON event_consumption FOR EACH ROW SET @x = 1",
        "SELECT * FROM " + otherTable,
        "DELETE FROM " + otherTable,
        "CREATE DATABASE mine");
  }

  @Override
  public String currentSchema(Connection connection) throws SQLException {
    return SchemaServer.rows(connection, "SELECT DATABASE()").get(0).get(0);
  }

  @Override
  public Map<String, String> catalog(String schema) {
    Map<String, String> catalog = new TreeMap<>();
    try (var pool = dataSource(schema);
        Connection connection = pool.getConnection()) {
      String tables =
          "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()";
      for (List<String> table : SchemaServer.rows(connection, tables)) {
        String create = "SHOW CREATE TABLE " + table.get(0);
        catalog.put(table.get(0), SchemaServer.rows(connection, create).get(0).get(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return catalog;
  }
}
