package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConfigurationException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * All statements of one dialect, ready to run. Built once at start, from then on immutable. It also
 * is the parser that the statements are run with: they are called by their file names.
 */
public final class SqlCatalog implements SqlParser {
  private static final String PREFIX = "${prefix}";

  private final Map<Sql, String> names = new EnumMap<>(Sql.class);
  private final Map<String, ParsedSql> statements = new HashMap<>();

  private SqlCatalog() {}

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
      if (!parsed.parameters().equals(each.parameters())) {
        problems.add(
            name
                + ".sql has the parameters "
                + new TreeSet<>(parsed.parameters())
                + ", but must have "
                + new TreeSet<>(each.parameters()));
      }
      catalog.names.put(each, name);
      catalog.statements.put(name, parsed.sql());
    }
    unknown.forEach(name -> problems.add(name + ".sql is not a statement of the ledger"));
    if (!problems.isEmpty()) {
      throw new ConfigurationException(source.origin() + ": " + String.join("; ", problems));
    }
    return catalog;
  }

  /** What a statement is called by. */
  String name(Sql sql) {
    return names.get(sql);
  }

  /**
   * The text of a statement as it is sent, with {@code ?} for each parameter.
   *
   * @param sql the statement
   * @return the text
   */
  public String text(Sql sql) {
    return statements.get(name(sql)).getSql();
  }

  /**
   * The names of a statement's parameters in the order of their places.
   *
   * @param sql the statement
   * @return the names, with repetitions
   */
  public List<String> places(Sql sql) {
    return statements.get(name(sql)).getParameters().getParameterNames();
  }

  @Override
  public ParsedSql parse(String name, StatementContext context) {
    return statements.get(name);
  }

  @Override
  public String nameParameter(String rawName, StatementContext context) {
    return ":" + rawName;
  }
}
