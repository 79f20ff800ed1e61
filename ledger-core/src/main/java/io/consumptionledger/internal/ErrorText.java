package io.consumptionledger.internal;

import io.consumptionledger.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Makes text of any origin fit to be recorded: redacted, clean, and no longer than its column. */
public final class ErrorText {
  /** The longest text that is recorded, in bytes of UTF-8. */
  private static final int MAX_BYTES = 2048;

  /** The longest part one exception of a chain takes up, so that its causes find room too. */
  private static final int MAX_PART_BYTES = 1024;

  private static final int MAX_CAUSES = 20;
  private static final int MAX_TYPE = 200;

  /** How far behind the cut is read to know what stands before it. */
  private static final int LOOK_AHEAD = 2048;

  /** How much of a normalised message tells its kind; what a cut may have changed does not. */
  private static final int MAX_FINGERPRINTED = 1024;

  private ErrorText() {}

  /**
   * The messages of an exception and its causes, whatever they are and however they behave: one
   * line or more for each, redacted and clean, at most 2,048 bytes of UTF-8 together.
   *
   * @return the text, empty if there is no message and no cause
   */
  public static String describe(Throwable cause) {
    StringBuilder out = new StringBuilder();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable at = cause;
    while (at != null && seen.add(at) && seen.size() <= MAX_CAUSES && out.length() < MAX_BYTES) {
      Throwable next = causeOf(at);
      if (at != cause) {
        out.append(out.length() == 0 ? "" : "\n").append("caused by ").append(typeOf(at));
      }
      String message = message(at);
      if (message != null) {
        int max = next == null ? MAX_BYTES : MAX_PART_BYTES;
        out.append(at == cause ? "" : ": ").append(clean(message, max));
      }
      at = next;
    }
    return cutBytes(out.toString(), MAX_BYTES);
  }

  /**
   * Class and redacted messages in one text, for logs; an exception's own text may hold secrets.
   */
  public static String shown(Throwable error) {
    return typeOf(error) + ": " + describe(error);
  }

  /** The class name of an exception, as far as it is kept. */
  public static String typeOf(Throwable t) {
    return cleanCharacters(t.getClass().getName(), MAX_TYPE);
  }

  private static String message(Throwable t) {
    try {
      return t.getMessage();
    } catch (Throwable broken) {
      return "(its message could not be read: " + typeOf(broken) + ")";
    }
  }

  private static Throwable causeOf(Throwable t) {
    try {
      return t.getCause();
    } catch (Throwable broken) {
      return null;
    }
  }

  /**
   * Redacted, clean text of at most that many bytes of UTF-8, cut on a character boundary. The text
   * is cut to that size before it is redacted, so that its length does not matter, and again after.
   */
  public static String clean(String text, int maxBytes) {
    int read = (int) Math.min(text.length(), (long) maxBytes + LOOK_AHEAD);
    String input = printable(text.substring(0, boundary(text, read)));
    int limit = cutBytes(input, maxBytes).length();
    return cutBytes(Redactor.redact(input, limit), maxBytes);
  }

  /** The same, of at most that many characters; for names and codes. */
  public static String cleanCharacters(String text, int maxCharacters) {
    int maxBytes = maxCharacters * 4;
    String clean = clean(text, maxBytes);
    int characters = clean.codePointCount(0, clean.length());
    return characters <= maxCharacters
        ? clean
        : clean.substring(0, clean.offsetByCodePoints(0, maxCharacters));
  }

  /** The same for failures that differ only in numbers and ids. */
  public static String fingerprint(String type, String message) {
    String normalised = message == null ? "" : Redactor.normalise(message);
    String kind =
        normalised.substring(
            0, boundary(normalised, Math.min(normalised.length(), MAX_FINGERPRINTED)));
    return Sha256.of((type + '\n' + kind).getBytes(StandardCharsets.UTF_8)).hex();
  }

  /** The index itself, or the one before if it would cut a character in two. */
  private static int boundary(String text, int index) {
    boolean inside =
        index > 0
            && index < text.length()
            && Character.isHighSurrogate(text.charAt(index - 1))
            && Character.isLowSurrogate(text.charAt(index));
    return inside ? index - 1 : index;
  }

  private static String cutBytes(String text, int max) {
    int bytes = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes > max) {
        return text.substring(0, i);
      }
      i += Character.charCount(c);
    }
    return text;
  }

  /** Line breaks and tabs stay; NUL, other control characters and lone surrogates are replaced. */
  private static String printable(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      boolean lines = c == '\n' || c == '\r' || c == '\t';
      boolean control = Character.getType(c) == Character.CONTROL && !lines;
      out.appendCodePoint(surrogate || control ? 0xFFFD : c);
      i += Character.charCount(c);
    }
    return out.toString();
  }
}
