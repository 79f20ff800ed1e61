package io.consumptionledger.internal;

import io.consumptionledger.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Makes text of any origin fit to be recorded: redacted, clean, and no longer than its column. */
public final class ErrorText {
  private static final int MAX_CAUSES = 20;
  private static final int MAX_INPUT = 8192;

  private ErrorText() {}

  /** The messages of an exception and its causes, whatever they are and however they behave. */
  public static String describe(Throwable cause) {
    StringBuilder out = new StringBuilder();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable at = cause;
    while (at != null && seen.add(at) && seen.size() <= MAX_CAUSES && out.length() < MAX_INPUT) {
      if (at != cause) {
        out.append("; caused by ").append(at.getClass().getName()).append(": ");
      }
      append(out, message(at));
      at = causeOf(at);
    }
    return out.toString();
  }

  private static void append(StringBuilder out, String message) {
    if (message != null) {
      out.append(message, 0, Math.min(message.length(), MAX_INPUT));
    }
  }

  private static String message(Throwable t) {
    try {
      return t.getMessage();
    } catch (Throwable broken) {
      return "(its message could not be read: " + broken.getClass().getName() + ")";
    }
  }

  private static Throwable causeOf(Throwable t) {
    try {
      return t.getCause();
    } catch (Throwable broken) {
      return null;
    }
  }

  /** Redacted, clean text of at most that many bytes of UTF-8, cut on a character boundary. */
  public static String clean(String text, int maxBytes) {
    String input = cutCharacters(text, MAX_INPUT);
    return cutBytes(printable(Redactor.redact(printable(input))), maxBytes);
  }

  /** Clean text of at most that many characters; for names and codes, which hold no secrets. */
  public static String cleanCharacters(String text, int maxCharacters) {
    return cutCharacters(printable(cutCharacters(text, MAX_INPUT)), maxCharacters);
  }

  /** The same for failures that differ only in numbers and ids. */
  public static String fingerprint(String type, String message) {
    String normalised = message == null ? "" : Redactor.normalise(message);
    return Sha256.of((type + '\n' + normalised).getBytes(StandardCharsets.UTF_8)).hex();
  }

  private static String cutCharacters(String text, int max) {
    if (text.codePointCount(0, text.length()) <= max) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, max));
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
      boolean control = Character.getType(c) == Character.CONTROL && c != '\n' && c != '\t';
      out.appendCodePoint(surrogate || control ? 0xFFFD : c);
      i += Character.charCount(c);
    }
    return out.toString();
  }
}
