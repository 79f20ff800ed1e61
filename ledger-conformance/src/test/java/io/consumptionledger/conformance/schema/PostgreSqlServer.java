package io.consumptionledger.conformance.schema;

import io.consumptionledger.conformance.database.Databases;
import io.consumptionledger.conformance.database.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** PostgreSQL by URL (-Dledger.postgresql.url, .user, .password) or else in a container. */
final class PostgreSqlServer implements SchemaServer {
  static final SchemaServer INSTANCE = new PostgreSqlServer();

  private PostgreSqlServer() {}

  /** Asked for anew each time, so that a test without a server is aborted. */
  private static Server server() {
    return Databases.get("postgresql").server();
  }

  @Override
  public String folder() {
    return "postgresql";
  }

  @Override
  public String url(String schema) {
    String url = server().url();
    return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
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
    return "public";
  }

  @Override
  public void recreate(String schema) {
    admin("DROP SCHEMA IF EXISTS " + schema + " CASCADE", "CREATE SCHEMA " + schema);
  }

  @Override
  public void drop(String schema) {
    admin("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
  }

  @Override
  public void recreateAccount(String account, String secret) {
    dropAccount(account);
    admin("CREATE ROLE " + account + " LOGIN PASSWORD '" + secret + "'");
  }

  @Override
  public void recreateFor(String account, String schema) {
    admin(
        "DROP SCHEMA IF EXISTS " + schema + " CASCADE",
        "CREATE SCHEMA " + schema + " AUTHORIZATION " + account);
  }

  @Override
  public void dropAccount(String account) {
    admin(
        "DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '"
            + account
            + "') THEN DROP OWNED BY "
            + account
            + " CASCADE; DROP ROLE "
            + account
            + "; END IF; END $$");
  }

  @Override
  public void grant(Connection connection, String script, String account) throws SQLException {
    String schema = SchemaServer.rows(connection, "SELECT current_schema()").get(0).get(0);
    String plain =
        script
            .replaceAll("(?m)^SELECT .* \\\\gset$", "")
            .replace(":\"ledger_schema\"", "\"" + schema + "\"")
            .replace(":\"role\"", "\"" + account + "\"");
    SchemaServer.run(connection, SchemaServer.statements(plain));
  }

  @Override
  public List<String> forbidden(String schema, String otherTable) {
    return List.of(
        "CREATE TABLE " + schema + ".mine (x int)",
        "CREATE TABLE public.mine (x int)",
        "ALTER TABLE event_consumption ADD COLUMN mine int",
        "CREATE INDEX mine ON event_consumption (updated_at)",
        "DROP TABLE event_consumption",
        "TRUNCATE event_consumption",
        "CREATE TRIGGER mine BEFORE UPDATE ON event_consumption"
            + " FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "SELECT * FROM " + otherTable,
        "DELETE FROM " + otherTable,
        "SELECT nextval('consumption_audit_audit_id_seq')");
  }

  @Override
  public String currentSchema(Connection connection) throws SQLException {
    return SchemaServer.rows(connection, "SELECT current_schema()").get(0).get(0);
  }

  @Override
  public Map<String, String> catalog(String schema) {
    Map<String, String> catalog = new TreeMap<>();
    try (var pool = dataSource(schema);
        Connection connection = pool.getConnection()) {
      String sql =
          """
          SELECT c.relname, concat_ws(' ', 'relation', c.relkind, c.relpersistence, c.relreplident,
                c.reloptions, c.relrowsecurity)
            FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
          UNION ALL
          SELECT c.relname, concat_ws(' ', 'column', to_char(a.attnum, '000'), a.attname,
                format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation::regcollation,
                a.attidentity, a.attstorage, pg_get_expr(d.adbin, d.adrelid))
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
            LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
            WHERE c.relnamespace = current_schema()::regnamespace
          UNION ALL
          SELECT c.relname, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
            FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid
            WHERE c.relnamespace = current_schema()::regnamespace
          UNION ALL
          SELECT c.relname, 'index ' || replace(pg_get_indexdef(i.indexrelid), current_schema(), '')
            FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
            WHERE c.relnamespace = current_schema()::regnamespace
          ORDER BY 1, 2
          """;
      for (List<String> row : SchemaServer.rows(connection, sql)) {
        catalog.merge(row.get(0), row.get(1), (a, b) -> a + "\n" + b);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return catalog;
  }
}
