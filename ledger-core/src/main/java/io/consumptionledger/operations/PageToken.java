package io.consumptionledger.operations;

import io.consumptionledger.InvalidFieldException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A place in a list, as text that fits a URL and a command line. It holds a time and the parts of a
 * key, and gives no access to anything: every call names its tenant by itself.
 *
 * @param at the time
 * @param parts what tells apart the items of that time
 */
record PageToken(Instant at, List<String> parts) {
  private static final int MOST_PARTS = 8;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  PageToken {
    parts = List.copyOf(parts);
  }

  String text() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(at.getEpochSecond());
      out.writeInt(at.getNano());
      out.writeByte(parts.size());
      for (String part : parts) {
        out.writeUTF(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  /**
   * Reads a token.
   *
   * @param text what {@link #text()} made; null for none
   * @param size how many parts it must have
   * @return the place, or null for none
   * @throws InvalidFieldException if it is no token of such a list
   */
  static PageToken of(String text, int size) {
    if (text == null) {
      return null;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Instant at = Instant.ofEpochSecond(in.readLong(), in.readInt());
      int count = in.readByte();
      if (count == size && count <= MOST_PARTS) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          parts.add(in.readUTF());
        }
        if (in.read() < 0 && isSound(at, parts)) {
          return new PageToken(at, parts);
        }
      }
    } catch (IOException | IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw invalid();
    }
    throw invalid();
  }

  /** No list has what no store could be asked for. */
  private static boolean isSound(Instant at, List<String> parts) {
    return !at.isBefore(Instant.EPOCH)
        && at.isBefore(LATEST)
        && parts.stream()
            .allMatch(
                part ->
                    part.indexOf(0) < 0
                        && part.equals(
                            new String(
                                part.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)));
  }

  /** A part that is a number. */
  static long number(String part) {
    try {
      return Long.parseLong(part);
    } catch (NumberFormatException e) {
      throw invalid();
    }
  }

  static InvalidFieldException invalid() {
    return new InvalidFieldException("page", "is not the token of a page of this list");
  }
}
