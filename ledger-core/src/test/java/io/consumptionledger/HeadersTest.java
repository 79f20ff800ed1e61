package io.consumptionledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Headers come back as they went in, and hostile bytes are refused before they cost anything. */
class HeadersTest {
  private static final Headers SOME =
      Headers.none()
          .with("b", "2")
          .with("a", new byte[] {0, -1, (byte) 0xC3, 0x28})
          .with("b", (byte[]) null)
          .with("", new byte[0])
          .with("schlüssel \uD83D\uDE00 \u0000", "x");

  @Test
  void orderRepeatsAbsentValuesAndAnyBytesSurviveTheRoundTrip() {
    Headers read = Headers.decode(SOME.encode());

    assertThat(read).isEqualTo(SOME).hasSameHashCodeAs(SOME);
    assertThat(read.list())
        .extracting(Headers.Header::name)
        .containsExactly("b", "a", "b", "", "schlüssel \uD83D\uDE00 \u0000");
    assertThat(read.list().get(1).value().orElseThrow()).containsExactly(0, -1, 0xC3, 0x28);
    assertThat(read.list().get(2).value()).isEmpty();
    assertThat(read.list().get(3).value()).hasValueSatisfying(v -> assertThat(v).isEmpty());
  }

  @Test
  void noHeadersSurviveTheRoundTrip() {
    assertThat(Headers.decode(Headers.none().encode())).isEqualTo(Headers.none());
  }

  @Test
  void lastTextReadsTheLastOfThatName() {
    assertThat(Headers.none().with("n", "1").with("n", "2").lastText("n")).contains("2");
    assertThat(SOME.lastText("b")).isEmpty();
    assertThat(SOME.lastText("B")).isEmpty();
  }

  @Test
  void changingAnArrayLaterChangesNothing() {
    byte[] value = {1};
    Headers headers = Headers.none().with("n", value);
    value[0] = 2;
    headers.list().get(0).value().orElseThrow()[0] = 3;

    assertThat(headers).isEqualTo(Headers.none().with("n", new byte[] {1}));
  }

  @Test
  void textThatUtf8CannotKeepIsRefused() {
    assertThatThrownBy(() -> Headers.none().with("n\uD83D", "v"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("headers has a name with a lone surrogate: \"nU+D83D\"");
    assertThatThrownBy(() -> Headers.none().with("token", "secret\uDE00"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("value with a lone surrogate")
        .hasMessageContaining("token")
        .hasMessageNotContaining("secret");
  }

  @Test
  void toStringShowsNoValue() {
    assertThat(Headers.none().with("auth", "secret")).hasToString("[auth]");
  }

  @Test
  void everyCutOffFormIsRefused() {
    byte[] whole = SOME.encode();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Headers.decode(cut))
          .as("cut to %d bytes", length)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("headers: ");
    }
  }

  @Test
  void bytesAfterTheEndAreRefused() {
    byte[] longer = Arrays.copyOf(SOME.encode(), SOME.encode().length + 1);
    assertThatThrownBy(() -> Headers.decode(longer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("headers: 1 bytes too many");
  }

  @Test
  void claimedSizesOfTwoGigabytesAreRefusedWithoutReservingThem() {
    refused(ints(Integer.MAX_VALUE));
    refused(ints(-1));
    refused(ints(1, Integer.MAX_VALUE, 0));
    refused(ints(1, -1, 0));
    refused(ints(1, 0, Integer.MAX_VALUE));
    refused(ints(1, 0, -2));
    refused(ints(1, 0, Integer.MIN_VALUE));
    refused(ints(Integer.MAX_VALUE / 8, 0, 0));
  }

  @Test
  void aNameThatIsNotUtf8IsRefusedInsteadOfBeingReplaced() {
    byte[] broken =
        ByteBuffer.allocate(14)
            .putInt(1)
            .putInt(2)
            .put((byte) 0xC3)
            .put((byte) 0x28)
            .putInt(0)
            .array();
    refused(broken);
  }

  @Test
  void randomBytesAreReadOrRefusedAndNothingElse() {
    Random random = new Random(20240229);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int b = 0; b < bytes.length; b++) {
        bytes[b] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(3) % 2);
      }
      assertThat(encodedAgain(bytes))
          .satisfiesAnyOf(
              again -> assertThat(again).isNull(), again -> assertThat(again).isEqualTo(bytes));
    }
  }

  private static byte[] encodedAgain(byte[] bytes) {
    try {
      return Headers.decode(bytes).encode();
    } catch (IllegalArgumentException refused) {
      return null;
    }
  }

  @Test
  void theStoredFormIsTheDocumentedOne() {
    assertThat(Headers.none().with("n", "val").with("m", (byte[]) null).encode())
        .isEqualTo(
            ByteBuffer.allocate(25)
                .putInt(2)
                .putInt(1)
                .put("n".getBytes(UTF_8))
                .putInt(3)
                .put("val".getBytes(UTF_8))
                .putInt(1)
                .put("m".getBytes(UTF_8))
                .putInt(-1)
                .array());
  }

  private static byte[] ints(int... values) {
    ByteBuffer out = ByteBuffer.allocate(values.length * Integer.BYTES);
    Arrays.stream(values).forEach(out::putInt);
    return out.array();
  }

  private static void refused(byte[] bytes) {
    assertThatThrownBy(() -> Headers.decode(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("headers: ");
  }

  @Test
  void givenRandomHeaders_whenTheirSizeIsAskedFor_thenItIsThatOfTheStoredForm() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      Headers headers = Headers.none();
      for (int left = random.nextInt(5); left > 0; left--) {
        byte[] value = new byte[random.nextInt(20)];
        headers = headers.with(name(random), random.nextInt(4) == 0 ? null : value);
      }

      assertThat(headers.encodedSize()).as("%s", headers).isEqualTo(headers.encode().length);
    }
  }

  /** Characters of one to four bytes. */
  private static String name(Random random) {
    int[][] ranges = {
      {0, 0x80}, {0x80, 0x800}, {0x800, 0xD800}, {0xE000, 0x10000}, {0x10000, 0x110000}
    };
    StringBuilder name = new StringBuilder();
    for (int left = random.nextInt(6); left > 0; left--) {
      int[] range = ranges[random.nextInt(ranges.length)];
      name.appendCodePoint(range[0] + random.nextInt(range[1] - range[0]));
    }
    return name.toString();
  }
}
