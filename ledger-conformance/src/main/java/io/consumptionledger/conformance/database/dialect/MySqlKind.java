package io.consumptionledger.conformance.database.dialect;

import io.consumptionledger.conformance.database.Server;
import io.consumptionledger.conformance.database.ServerKind;
import io.consumptionledger.conformance.database.Space;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.mysql.MySQLContainer;

/** MySQL. */
public final class MySqlKind implements ServerKind {
  private static final String IMAGE = "mysql:9.7";
  private static final int CHECK_VIOLATED = 3819;
  private static final int UNKNOWN_ZONE = 1298;

  /** For the service loader. */
  public MySqlKind() {}

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public String product() {
    return "MySQL";
  }

  /** Without durability: what is tested does not outlive the container. */
  @Override
  public Server startContainer() {
    MySQLContainer container =
        new MySQLContainer(IMAGE)
            .withUsername("root")
            .withPassword("test")
            .withTmpFs(Map.of("/var/lib/mysql", "rw"))
            .withCommand(
                "mysqld",
                "--innodb-flush-log-at-trx-commit=0",
                "--sync-binlog=0",
                "--innodb-doublewrite=OFF",
                "--innodb-use-native-aio=OFF",
                "--max-allowed-packet=64M");
    container.start();
    return new Server(
        container.getJdbcUrl(), container.getUsername(), container.getPassword(), "container");
  }

  @Override
  public Server startEmbedded() {
    return null;
  }

  @Override
  public String url(String url, String schema) {
    return url.replaceFirst("(jdbc:mysql://[^/]*/)[^?]*", "$1" + schema);
  }

  /** Not the server's default character set, so that whatever the schema leaves unsaid shows. */
  @Override
  public void create(Connection admin, String schema, String account, String password)
      throws SQLException {
    Space.run(
        admin,
        List.of(
            "CREATE DATABASE " + schema + " CHARACTER SET latin1 COLLATE latin1_swedish_ci",
            "CREATE USER '" + account + "'@'%' IDENTIFIED BY '" + password + "'"));
  }

  @Override
  public void drop(Connection admin, String schema, String account) throws SQLException {
    Space.run(
        admin,
        List.of("DROP DATABASE IF EXISTS " + schema, "DROP USER IF EXISTS '" + account + "'@'%'"));
  }

  @Override
  public List<String> grants(String script, String schema, String account) {
    List<String> statements = new ArrayList<>();
    statements.add("SET @ledger_user = '" + account + "', @ledger_host = '%'");
    statements.addAll(Space.statements(script));
    return statements;
  }

  /** A violated CHECK comes without a state of its own. */
  @Override
  public boolean isRefusedValue(SQLException error) {
    String state = error.getSQLState();
    return error.getErrorCode() == CHECK_VIOLATED
        || (state != null && (state.startsWith("22") || state.startsWith("23")));
  }

  @Override
  public String instant(long micros) {
    return "UTC_TIMESTAMP(6) + INTERVAL " + micros + " MICROSECOND";
  }

  /** Zones have names only where their tables are loaded; else today's offset must do. */
  @Override
  public String setZone(Connection connection, ZoneId zone) throws SQLException {
    String named = "SET SESSION time_zone = '" + zone.getId() + "'";
    try {
      Space.run(connection, List.of(named, "SET SESSION time_zone = DEFAULT"));
      return named;
    } catch (SQLException e) {
      if (e.getErrorCode() != UNKNOWN_ZONE) {
        throw e;
      }
    }
    String offset = zone.getRules().getOffset(Instant.now()).getId().replace("Z", "+00:00");
    return "SET SESSION time_zone = '" + offset + "'";
  }
}
