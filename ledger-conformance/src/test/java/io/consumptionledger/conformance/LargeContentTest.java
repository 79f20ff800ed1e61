package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.PayloadState;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Much content: taken into memory in portions, and cut where no statement can carry it. */
class LargeContentTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final int KEPT = 64 << 10;

  private static NewRow row(ConsumptionKey key, int bytes) {
    Delivery delivery =
        Delivery.to(key.handlerId(), key.eventId()).payload(new byte[bytes]).build();
    return NewRow.of(delivery, Content.of(delivery, 2 * bytes));
  }

  @Test
  void givenMoreThanAPortionIsDue_whenItIsClaimed_thenInPortionsOfAtLeastOneRow() {
    portions("postgresql");
    portions("mysql");
  }

  private static void portions(String product) {
    try (JdbcFixture fixture = JdbcFixture.on(product)) {
      Scenario s = new Scenario(fixture, "portions");
      int[] mebibytes = {17, 7, 7, 7};
      for (int i = 0; i < mebibytes.length; i++) {
        s.store()
            .recordFailure(
                row(s.key("e" + i), mebibytes[i] * MEBIBYTE),
                s.failure(ErrorClass.RETRYABLE),
                Duration.ZERO);
      }
      List<List<String>> portions = new ArrayList<>();
      for (int i = 0; i < mebibytes.length; i++) {
        List<DueClaim> due = s.claimDue(10);
        assertThat(due).allMatch(DueClaim::contentIntact);
        portions.add(due.stream().map(each -> each.claim().key().eventId()).toList());
      }
      assertThat(portions)
          .containsExactly(List.of("e0"), List.of("e1", "e2"), List.of("e3"), List.of());
    }
  }

  /** The smaller packet is the driver's own limit, so the server is asked only for what fits. */
  private static HikariDataSource smallPackets(JdbcFixture fixture) {
    return fixture.space().pool(3, "maxAllowedPacket=" + 4 * KEPT, null);
  }

  private static void isCut(LedgerStore store, ConsumptionKey key) {
    Content content = store.content(key).orElseThrow();
    assertThat(content.state()).isEqualTo(PayloadState.TRUNCATED);
    assertThat(content.payload().orElseThrow()).hasSizeBetween(KEPT / 2, KEPT);
    assertThat(store.get(key).orElseThrow().summary().payloadHash())
        .isEqualTo(row(key, MEBIBYTE).payloadHash());
  }

  @Test
  void givenContentTooLargeForAPacket_whenItIsStored_thenItsBeginningIs() {
    try (JdbcFixture fixture = JdbcFixture.on("mysql");
        HikariDataSource pool = smallPackets(fixture)) {
      LedgerStore store = JdbcLedgerStoreBuilder.on(pool).build();
      Scenario s = new Scenario(new OnOneStore(fixture, store), "packets");
      Content large = row(s.key("large"), MEBIBYTE).content();

      Expect.done(store.deadLetter(held(s, "dead"), s.failure(ErrorClass.POISON), large));
      Expect.done(
          store.scheduleRetry(
              held(s, "retry"), s.failure(ErrorClass.RETRYABLE), large, Scenario.DELAY));
      Expect.done(store.release(held(s, "released"), large, Scenario.DELAY));
      store.recordTerminal(row(s.key("terminal"), MEBIBYTE), s.failure(ErrorClass.POISON));
      store.recordFailure(row(s.key("failed"), MEBIBYTE), s.failure(ErrorClass.RETRYABLE), null);
      assertThat(
              store.claim(
                  row(s.key("claimed"), MEBIBYTE), ClaimToken.random(), s.node(), Scenario.LEASE))
          .isInstanceOf(ClaimResult.Claimed.class);
      Claim orphan = held(s, "orphan");
      s.leaseEnds();
      RowSummary seen = s.summary(orphan.key());
      Expect.done(store.deadLetterOrphan(seen, s.failure(ErrorClass.CRASH_LOOP), large));

      for (String event :
          List.of("dead", "retry", "released", "terminal", "failed", "claimed", "orphan")) {
        isCut(store, s.key(event));
      }
    }
  }

  private static Claim held(Scenario s, String event) {
    NewRow row = row(s.key(event), MEBIBYTE);
    return s.claim(new NewRow(row.key(), row.metadata(), row.payloadHash(), null));
  }

  @Test
  void givenAMessageTooLargeForAPacket_whenItIsQuarantined_thenItsBeginningIsAndItSaysSo() {
    try (JdbcFixture fixture = JdbcFixture.on("mysql");
        HikariDataSource pool = smallPackets(fixture)) {
      LedgerStore store = JdbcLedgerStoreBuilder.on(pool).build();
      Scenario s = new Scenario(fixture, "packets");
      QuarantinedMessage message =
          new QuarantinedMessage(
              Tenant.DEFAULT,
              s.handler(),
              Metadata.NONE,
              Headers.none().with("h", "1"),
              null,
              Payload.of(new byte[MEBIBYTE]),
              s.failure(ErrorClass.POISON, "no key"));

      assertThat(store.quarantine(message)).isTrue();
      assertThat(store.quarantine(message)).isFalse();

      QuarantinedMessage kept = store.quarantined(Tenant.DEFAULT, message.id()).orElseThrow();
      assertThat(kept.payload().size()).isEqualTo(KEPT);
      assertThat(kept.headers()).isEqualTo(message.headers());
      assertThat(kept.failure().message())
          .contains("the first 65536 of 1048576 bytes")
          .endsWith("no key");
    }
  }

  @Test
  void givenARowTooLargeForAPacket_whenItsMessageIsAdmitted_thenNothingIsCutAndTheMessageIsOpen() {
    try (JdbcFixture fixture = JdbcFixture.on("mysql");
        HikariDataSource pool = smallPackets(fixture)) {
      LedgerStore store = JdbcLedgerStoreBuilder.on(pool).build();
      Scenario s = new Scenario(fixture, "packets");
      QuarantinedMessage message =
          new QuarantinedMessage(
              Tenant.DEFAULT,
              s.handler(),
              Metadata.NONE,
              Headers.none(),
              null,
              Payload.of(new byte[] {1}),
              s.failure(ErrorClass.POISON, "no key"));
      store.quarantine(message);

      assertThatThrownBy(
              () ->
                  store.admit(
                      Tenant.DEFAULT, message.id(), row(s.key("large"), MEBIBYTE), s.action()))
          .isInstanceOf(StoreException.class);

      assertThat(store.get(s.key("large"))).isEmpty();
      assertThat(store.quarantineEntry(Tenant.DEFAULT, message.id()).orElseThrow().closing())
          .isNull();
    }
  }
}
