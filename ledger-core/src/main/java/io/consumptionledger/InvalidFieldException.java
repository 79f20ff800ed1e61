package io.consumptionledger;

/**
 * A value was refused before it could reach a database: too long, blank where text is required, or
 * made of characters that some database would fold, trim, truncate or refuse.
 *
 * <p>The message names the field, the offending value (shortened and escaped) and the limit, and is
 * the same whatever store is in use.
 */
public final class InvalidFieldException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The refused field's name. */
  private final String field;

  /**
   * Creates the exception.
   *
   * @param field the field's name as it stands in the API; not null
   * @param problem what is wrong, including value and limit; not null
   */
  public InvalidFieldException(String field, String problem) {
    super(field + " " + problem);
    this.field = field;
  }

  /**
   * The name of the refused field.
   *
   * @return the field's name, never null
   */
  public String field() {
    return field;
  }
}
