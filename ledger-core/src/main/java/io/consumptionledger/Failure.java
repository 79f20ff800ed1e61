package io.consumptionledger;

import io.consumptionledger.internal.ErrorText;
import java.util.Objects;

/**
 * What is recorded of a failure. Recording cannot fail on its content: every part has been redacted
 * (credentials, tokens, connection strings, personal data), freed of what a database refuses, and
 * cut on a character boundary to its limit.
 *
 * @param errorClass what kind of failure it is; never null and never {@link ErrorClass#SKIP}
 * @param type the exception's class name, at most {@value #MAX_TYPE} characters; never null
 * @param code the SQLState, vendor code or application code, at most {@value #MAX_CODE} characters;
 *     may be null
 * @param fingerprint SHA-256 of type and normalised message in lower-case hexadecimal, for
 *     grouping; never null
 * @param message the redacted message, at most {@value #MAX_MESSAGE_BYTES} bytes of UTF-8; may be
 *     null
 */
public record Failure(
    ErrorClass errorClass, String type, String code, String fingerprint, String message) {

  /**
   * The type of failures of rows that must not or cannot be replayed; the code says why: {@code
   * UNSAFE}, {@code TRUNCATED} or {@code CORRUPTED}.
   */
  public static final String REPLAY = "Replay";

  /** The longest class name, in characters. */
  public static final int MAX_TYPE = 200;

  /** The longest code, in characters. */
  public static final int MAX_CODE = 64;

  /** The longest message, in bytes of UTF-8. */
  public static final int MAX_MESSAGE_BYTES = 2048;

  /** Takes parts that are clean already; use {@link #of(ErrorClass, Throwable, String)}. */
  public Failure {
    Objects.requireNonNull(errorClass, "errorClass");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(fingerprint, "fingerprint");
    if (errorClass == ErrorClass.SKIP) {
      throw new IllegalArgumentException("SKIP is a success, it has no failure to record");
    }
  }

  /**
   * What is recorded of an exception: its class, its message and those of its causes as far as the
   * limit goes. Survives causes that are cyclic or thousands deep, and exceptions whose own methods
   * throw.
   *
   * @param errorClass how it was judged
   * @param cause the exception; not null
   * @param code a code, may be null
   * @return the failure
   */
  public static Failure of(ErrorClass errorClass, Throwable cause, String code) {
    String text = ErrorText.describe(cause);
    return recorded(errorClass, ErrorText.typeOf(cause), code, text.isEmpty() ? null : text);
  }

  /**
   * What is recorded of a failure that is no exception.
   *
   * @param errorClass how it was judged
   * @param type what stands for the exception's class name; not null
   * @param code a code, may be null
   * @param message any text, may be null
   * @return the failure, with every part made clean
   */
  public static Failure of(ErrorClass errorClass, String type, String code, String message) {
    return recorded(
        errorClass,
        ErrorText.cleanCharacters(type, MAX_TYPE),
        code,
        message == null ? null : ErrorText.clean(message, MAX_MESSAGE_BYTES));
  }

  private static Failure recorded(
      ErrorClass errorClass, String cleanType, String code, String cleanMessage) {
    return new Failure(
        errorClass,
        cleanType,
        code == null ? null : ErrorText.cleanCharacters(code, MAX_CODE),
        ErrorText.fingerprint(cleanType, cleanMessage),
        cleanMessage);
  }
}
