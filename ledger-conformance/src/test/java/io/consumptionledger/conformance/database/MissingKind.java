package io.consumptionledger.conformance.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;

/** A product of which there is no server anywhere. */
public class MissingKind implements ServerKind {
  private final String name;

  public MissingKind() {
    this("missing");
  }

  MissingKind(String name) {
    this.name = name;
  }

  /** The same, for when it is required. */
  public static final class Required extends MissingKind {
    public Required() {
      super("missingrequired");
    }
  }

  /** The same, with a URL that leads nowhere. */
  public static final class Unreachable extends MissingKind {
    public Unreachable() {
      super("unreachable");
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String product() {
    return "Missing DB";
  }

  @Override
  public Server startContainer() {
    throw new IllegalStateException("no image");
  }

  @Override
  public Server startEmbedded() {
    return null;
  }

  @Override
  public String url(String url, String schema) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void create(Connection admin, String schema, String account, String password)
      throws SQLException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void drop(Connection admin, String schema, String account) throws SQLException {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<String> grants(String script, String schema, String account) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isRefusedValue(SQLException error) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String instant(long micros) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String setZone(Connection connection, ZoneId zone) throws SQLException {
    throw new UnsupportedOperationException();
  }
}
