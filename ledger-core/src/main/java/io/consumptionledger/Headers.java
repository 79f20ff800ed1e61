package io.consumptionledger;

import io.consumptionledger.internal.Text;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The headers of a message: their order, repeated names and byte values are kept as they came.
 * Immutable; {@code toString} shows names only.
 */
public final class Headers {
  private static final Headers NONE = new Headers(List.of());
  private static final int NO_VALUE = -1;

  private final List<Header> list;

  private Headers(List<Header> list) {
    this.list = list;
  }

  /** One header. A name may be empty and may hold any text; a value may be absent (null). */
  public static final class Header {
    private final String name;
    private final byte[] value;

    private Header(String name, byte[] value) {
      this.name = name;
      this.value = value;
    }

    /**
     * The name.
     *
     * @return the name, never null
     */
    public String name() {
      return name;
    }

    /**
     * The value.
     *
     * @return a copy of the bytes, or empty when the header has no value
     */
    public Optional<byte[]> value() {
      return Optional.ofNullable(value).map(byte[]::clone);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Header that
          && name.equals(that.name)
          && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * No headers.
   *
   * @return the empty headers
   */
  public static Headers none() {
    return NONE;
  }

  /**
   * These headers and one more at the end.
   *
   * @param name the name; not null, no lone surrogates (they have no UTF-8 form)
   * @param value the value; copied; may be null
   * @return new headers
   * @throws InvalidFieldException if the name cannot be kept as it is
   */
  public Headers with(String name, byte[] value) {
    Objects.requireNonNull(name, "name");
    encodable(name, "has a name with a lone surrogate: " + Text.shown(name));
    List<Header> longer = new ArrayList<>(list);
    longer.add(new Header(name, value == null ? null : value.clone()));
    return new Headers(List.copyOf(longer));
  }

  /**
   * These headers and one more whose value is text, as UTF-8.
   *
   * @param name the name
   * @param value the value; not null, no lone surrogates
   * @return new headers
   * @throws InvalidFieldException if name or value cannot be kept as it is
   */
  public Headers with(String name, String value) {
    Objects.requireNonNull(name, "name");
    encodable(value, "has a value with a lone surrogate, of the name " + Text.shown(name));
    return with(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static void encodable(String text, String problem) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new InvalidFieldException("headers", problem);
    }
  }

  /**
   * The headers in their order.
   *
   * @return an unmodifiable list
   */
  public List<Header> list() {
    return list;
  }

  /**
   * The value of the last header of that name, as most brokers read it.
   *
   * @param name the exact name
   * @return the value as UTF-8 text, or empty when there is no such header or it has no value
   */
  public Optional<String> lastText(String name) {
    for (int i = list.size() - 1; i >= 0; i--) {
      if (list.get(i).name.equals(name)) {
        return list.get(i).value().map(v -> new String(v, StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }

  /**
   * The stored form: a count, then for each header the length and bytes of its name and value, all
   * lengths as big-endian 32-bit integers, with -1 for an absent value.
   *
   * @return new bytes
   */
  public byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(encodedSize())).putInt(list.size());
    for (Header header : list) {
      byte[] name = header.name.getBytes(StandardCharsets.UTF_8);
      out.putInt(name.length).put(name);
      if (header.value == null) {
        out.putInt(NO_VALUE);
      } else {
        out.putInt(header.value.length).put(header.value);
      }
    }
    return out.array();
  }

  /**
   * How long the stored form is.
   *
   * @return the number of bytes that {@link #encode()} makes
   */
  public long encodedSize() {
    long size = Integer.BYTES;
    for (Header header : list) {
      size += 2L * Integer.BYTES + Text.utf8Length(header.name);
      size += header.value == null ? 0 : header.value.length;
    }
    return size;
  }

  /**
   * Reads the stored form.
   *
   * @param encoded what {@link #encode()} wrote; not null
   * @return the headers
   * @throws IllegalArgumentException if the bytes are not of that form, whatever lengths they claim
   */
  public static Headers decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    int count = length(in, in.remaining() / (2 * Integer.BYTES));
    List<Header> headers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = text(bytes(in, length(in, in.remaining())));
      int size = in.remaining() < Integer.BYTES ? 0 : in.getInt(in.position());
      byte[] value = null;
      if (size == NO_VALUE) {
        in.getInt();
      } else {
        value = bytes(in, length(in, in.remaining()));
      }
      headers.add(new Header(name, value));
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("headers: " + in.remaining() + " bytes too many");
    }
    return new Headers(List.copyOf(headers));
  }

  private static String text(byte[] name) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("headers: a name is not UTF-8", e);
    }
  }

  private static int length(ByteBuffer in, int limit) {
    if (in.remaining() < Integer.BYTES) {
      throw new IllegalArgumentException("headers: cut off at byte " + in.position());
    }
    int length = in.getInt();
    if (length < 0 || length > limit) {
      throw new IllegalArgumentException(
          "headers: claims a length of " + length + " with at most " + limit + " left");
    }
    return length;
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    if (length > in.remaining()) {
      throw new IllegalArgumentException("headers: cut off at byte " + in.position());
    }
    byte[] out = new byte[length];
    in.get(out);
    return out;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Headers that && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
