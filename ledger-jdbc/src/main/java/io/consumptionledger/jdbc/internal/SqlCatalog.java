package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConfigurationException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All statements of one dialect, ready to run. Built once at start, from then on immutable. */
public final class SqlCatalog {
  private static final String PREFIX = "${prefix}";

  private final Map<Sql, Statement> statements = new EnumMap<>(Sql.class);

  private SqlCatalog() {}

  /** A statement, its parameters' places, and how it is run. */
  record Statement(String sql, List<String> places, SqlKind kind) {}

  /**
   * Takes the statements from their texts.
   *
   * @param source the texts
   * @param prefix what stands before each table's name, such as {@code schema.prefix_}; trusted
   * @return the catalog
   * @throws ConfigurationException listing every file that is missing, not known, or does not have
   *     exactly the parameters that it must have
   */
  public static SqlCatalog load(SqlSource source, String prefix) {
    SqlCatalog catalog = new SqlCatalog();
    List<String> problems = new ArrayList<>();
    Set<String> unknown = new TreeSet<>(source.texts().keySet());
    for (Sql each : Sql.values()) {
      String name = each.fileName();
      unknown.remove(name);
      String text = source.texts().get(name);
      if (text == null) {
        problems.add(name + ".sql is missing");
        continue;
      }
      SqlTemplate.Parsed parsed = SqlTemplate.parse(name + ".sql", text.replace(PREFIX, prefix));
      Set<String> parameters = Set.copyOf(parsed.places());
      if (!parameters.equals(each.parameters())) {
        problems.add(
            name
                + ".sql has the parameters "
                + new TreeSet<>(parameters)
                + ", but must have "
                + new TreeSet<>(each.parameters()));
      }
      catalog.statements.put(
          each, new Statement(parsed.sql(), parsed.places(), SqlKind.of(parsed.sql())));
    }
    unknown.forEach(name -> problems.add(name + ".sql is not a statement of the ledger"));
    if (!problems.isEmpty()) {
      throw new ConfigurationException(source.origin() + ": " + String.join("; ", problems));
    }
    return catalog;
  }

  Statement statement(Sql sql) {
    return statements.get(sql);
  }

  /**
   * The text of a statement as it is sent, with {@code ?} for each parameter.
   *
   * @param sql the statement
   * @return the text
   */
  public String text(Sql sql) {
    return statements.get(sql).sql();
  }

  /**
   * The names of a statement's parameters in the order of their places.
   *
   * @param sql the statement
   * @return the names, with repetitions
   */
  public List<String> places(Sql sql) {
    return statements.get(sql).places();
  }
}
