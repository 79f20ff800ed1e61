package io.consumptionledger.jdbc.internal;

import io.consumptionledger.jdbc.dialect.SchemaDialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the files that a DBA applies, with its prefix filled in.
 *
 * @param text the text as a DBA would run it
 */
public record SchemaScript(String text) {
  private static final String PREFIX = "${prefix}";

  /**
   * Reads a file.
   *
   * @param dialect whose file; looked up beside its class
   * @param name the file's name without its ending
   * @param prefix a checked prefix
   */
  public static SchemaScript load(SchemaDialect dialect, String name, String prefix) {
    String path = "/db/" + dialect.folder() + "/" + name + ".sql";
    try (InputStream in = dialect.getClass().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + path);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new SchemaScript(text.replace(PREFIX, prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }

  /**
   * The statements, in order. Our files keep to what this needs: a comment has its line to itself,
   * and only the end of a statement is a semicolon at the end of a line.
   */
  public List<String> statements() {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.stripLeading().startsWith("--")) {
        continue;
      }
      boolean last = line.endsWith(";");
      statement.append(last ? line.substring(0, line.length() - 1) : line).append('\n');
      if (last) {
        statements.add(statement.toString().strip());
        statement.setLength(0);
      }
    }
    if (!statement.toString().isBlank()) {
      throw new IllegalStateException("a statement has no end: " + statement.toString().strip());
    }
    return List.copyOf(statements);
  }
}
