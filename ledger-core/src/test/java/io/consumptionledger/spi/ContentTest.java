package io.consumptionledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Delivery;
import io.consumptionledger.Headers;
import io.consumptionledger.PayloadState;
import org.junit.jupiter.api.Test;

/** What is kept of a message that is too big. */
class ContentTest {
  private static final Headers HEADERS = Headers.none().with("n", new byte[11]);
  private static final int HEADERS_SIZE = HEADERS.encode().length;

  private static Delivery.Builder delivery(int payloadBytes) {
    byte[] payload = new byte[payloadBytes];
    for (int i = 0; i < payloadBytes; i++) {
      payload[i] = (byte) i;
    }
    return Delivery.to("h", "e").payload(payload);
  }

  private static byte[] payload(Content content) {
    return content.payload().orElseThrow();
  }

  @Test
  void aPayloadOfExactlyTheLimitIsKeptWhole() {
    Content content = Content.of(delivery(100).build(), 100);

    assertThat(content.state()).isEqualTo(PayloadState.STORED);
    assertThat(payload(content)).hasSize(100);
  }

  @Test
  void aPayloadOverTheLimitKeepsItsBeginning() {
    Content content = Content.of(delivery(101).build(), 100);

    assertThat(content.state()).isEqualTo(PayloadState.TRUNCATED);
    assertThat(payload(content)).hasSize(100).startsWith(0, 1, 2, 3).endsWith(98, 99);
  }

  @Test
  void headersAndRawKeyCountAndStayIfTheyLeaveHalfToThePayload() {
    int around = HEADERS_SIZE + 6;
    Delivery big = delivery(500).headers(HEADERS).rawKey(new byte[6]).build();

    Content whole = Content.of(big, 500 + around);
    Content cut = Content.of(big, 500 + around - 1);
    Content half = Content.of(big, 2 * around);
    Content bare = Content.of(big, 2 * around - 1);

    assertThat(whole.state()).isEqualTo(PayloadState.STORED);
    assertThat(whole.headers()).isEqualTo(HEADERS);
    assertThat(whole.rawKey()).hasValueSatisfying(key -> assertThat(key).hasSize(6));
    assertThat(cut.state()).isEqualTo(PayloadState.TRUNCATED);
    assertThat(payload(cut)).hasSize(499);
    assertThat(cut.headers()).isEqualTo(HEADERS);
    assertThat(payload(half)).hasSize(around);
    assertThat(half.headers()).isEqualTo(HEADERS);
    assertThat(half.rawKey()).isPresent();
    assertThat(payload(bare)).hasSize(2 * around - 1);
    assertThat(bare.headers()).isEqualTo(Headers.none());
    assertThat(bare.rawKey()).isEmpty();
  }

  @Test
  void aTombstoneStaysOneUnlessItsHeadersAreTooBig() {
    Delivery tombstone = Delivery.to("h", "e").headers(HEADERS).build();

    Content kept = Content.of(tombstone, HEADERS_SIZE);
    Content cut = Content.of(tombstone, HEADERS_SIZE - 1);

    assertThat(kept.state()).isEqualTo(PayloadState.TOMBSTONE);
    assertThat(kept.payload()).isEmpty();
    assertThat(cut.state()).isEqualTo(PayloadState.TRUNCATED);
    assertThat(payload(cut)).isEmpty();
    assertThat(cut.headers()).isEqualTo(Headers.none());
  }

  @Test
  void anEmptyPayloadIsStoredEvenWithNoRoomAtAll() {
    assertThat(Content.of(delivery(0).build(), 0).state()).isEqualTo(PayloadState.STORED);
    assertThat(Content.of(Delivery.to("h", "e").build(), 0).state())
        .isEqualTo(PayloadState.TOMBSTONE);
  }

  @Test
  void whatAStoreReadsBackMustFitItsState() {
    assertThatThrownBy(
            () -> Content.stored(PayloadState.TOMBSTONE, new byte[0], Headers.none(), null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Content.stored(PayloadState.STORED, null, Headers.none(), null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Content.stored(PayloadState.STORED, new byte[] {0, 1}, HEADERS, new byte[] {7}))
        .isEqualTo(Content.of(delivery(2).headers(HEADERS).rawKey(new byte[] {7}).build(), 1_000));
  }

  @Test
  void toStringShowsSizesOnly() {
    assertThat(Content.of(delivery(3).headers(HEADERS).build(), 1_000))
        .hasToString("Content[STORED, 3 bytes]");
  }

  @Test
  void givenContent_whenCut_thenItsBeginningIsLeftAndMarked() {
    byte[] payload = {1, 2, 3, 4, 5, 6};
    Headers headers = Headers.none().with("name", "value");

    Content cut = Content.stored(PayloadState.STORED, payload, headers, new byte[9]).cut(4);
    Content roomy = Content.stored(PayloadState.STORED, payload, headers, new byte[9]).cut(1_000);
    Content tombstone = Content.stored(PayloadState.TOMBSTONE, null, headers, null).cut(4);

    assertThat(cut)
        .isEqualTo(
            Content.stored(PayloadState.TRUNCATED, new byte[] {1, 2, 3, 4}, Headers.none(), null));
    assertThat(roomy)
        .isEqualTo(Content.stored(PayloadState.TRUNCATED, payload, headers, new byte[9]));
    assertThat(tombstone)
        .isEqualTo(Content.stored(PayloadState.TRUNCATED, new byte[0], Headers.none(), null));
  }
}
