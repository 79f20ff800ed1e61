package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.QuarantinedMessage;
import java.time.Duration;

/** Messages without a key: kept, admitted, discarded, purged. */
final class QuarantineScenes {
  private QuarantineScenes() {}

  static Prepared quarantine(Scenario s) {
    return Prepared.counting(s.key("e1"), () -> s.store().quarantine(message(s, 1)) ? 1 : 0);
  }

  static Prepared admit(Scenario s) {
    QuarantinedMessage message = undecodable(s, 1);
    return Prepared.on(
        s.key("e1"), () -> s.store().admit(Tenant.DEFAULT, message.id(), s.full("e1"), s.action()));
  }

  static Prepared admitOrdered(Scenario s) {
    QuarantinedMessage message = undecodable(s, 1);
    return Prepared.on(
        s.key("e1"),
        () -> s.store().admit(Tenant.DEFAULT, message.id(), s.placed(s.key("e1"), 1), s.action()));
  }

  static Prepared admitDuplicate(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    QuarantinedMessage message = undecodable(s, 1);
    return Prepared.on(
        key,
        () ->
            s.store().admit(Tenant.DEFAULT, message.id(), s.full(key), s.action())
                instanceof AdmitResult.Duplicate);
  }

  static Prepared discardQuarantined(Scenario s) {
    QuarantinedMessage message = undecodable(s, 1);
    return Prepared.on(
        s.key("e1"), () -> s.store().discardQuarantined(Tenant.DEFAULT, message.id(), s.action()));
  }

  static Prepared purgeQuarantined(Scenario s) {
    String id = undecodable(s, 1).id();
    s.store().discardQuarantined(Tenant.DEFAULT, id, s.action());
    s.fixture().elapse(Duration.ofDays(2));
    return Prepared.counting(
        s.key("e1"),
        () ->
            s.store()
                .purgeQuarantined(Tenant.DEFAULT, Duration.ofDays(1), 10, s.action())
                .deleted());
  }

  /** A message without a key. */
  private static QuarantinedMessage message(Scenario s, int body) {
    return new QuarantinedMessage(
        Tenant.DEFAULT,
        s.handler(),
        Metadata.NONE,
        Headers.none(),
        null,
        Payload.of(new byte[] {(byte) body}),
        s.failure(ErrorClass.POISON));
  }

  /** One that is kept. */
  static QuarantinedMessage undecodable(Scenario s, int body) {
    QuarantinedMessage message = message(s, body);
    s.store().quarantine(message);
    return message;
  }
}
