package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConfigurationException;
import java.util.regex.Pattern;

/**
 * What may be part of a name in a statement. So narrow that nothing needs escaping and that no
 * database folds it into something else.
 */
public final class SqlNames {
  /** The longest prefix: with it the longest name of ours stays within 63 characters. */
  public static final int MAX_PREFIX = 20;

  /** The longest schema name; some databases cut longer ones in silence. */
  public static final int MAX_SCHEMA = 63;

  private static final int SHOWN = 80;
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  private SqlNames() {}

  /** A schema's name, or null for the current one. */
  public static String schema(String schema) {
    return schema == null ? null : checked("schema", schema, MAX_SCHEMA);
  }

  /** What stands before every name of ours; empty for nothing. */
  public static String prefix(String prefix) {
    if (prefix == null) {
      throw new ConfigurationException("prefix is null; use an empty text for none");
    }
    return prefix.isEmpty() ? prefix : checked("prefix", prefix, MAX_PREFIX);
  }

  private static String checked(String field, String value, int maxCharacters) {
    if (!PLAIN.matcher(value).matches() || value.length() > maxCharacters) {
      throw new ConfigurationException(
          field
              + " is \""
              + value.substring(0, Math.min(value.length(), SHOWN))
              + "\"; allowed are 1 to "
              + maxCharacters
              + " of the characters a to z, 0 to 9 and _, the first a letter");
    }
    return value;
  }
}
