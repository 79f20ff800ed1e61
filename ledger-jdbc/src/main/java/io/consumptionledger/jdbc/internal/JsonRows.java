package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.Metadata;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Settlement;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;

/**
 * Many rows as one parameter: a JSON array of objects with members of one letter, which the
 * statements explain. Bytes are in base64, times in microseconds; what is null is left out. The
 * caller sorts by key, so that all batches take their locks in one order. Never shows values.
 */
final class JsonRows {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder out = new StringBuilder(1024).append('[');

  private JsonRows() {}

  static String claims(Collection<NewClaim> sorted) {
    JsonRows rows = new JsonRows();
    for (NewClaim claim : sorted) {
      rows.begin().claim(claim).end();
    }
    return rows.close();
  }

  /** Of one tenant and handler. */
  static String settlements(Collection<Settlement> sorted) {
    JsonRows rows = new JsonRows();
    for (Settlement each : sorted) {
      ConsumptionKey key = each.claim().key();
      rows.begin()
          .text('e', key.eventId())
          .text('i', key.itemKey())
          .token(each.claim().token())
          .span('d', each.delay())
          .failure(each.failure())
          .content(each.content())
          .end();
    }
    return rows.close();
  }

  private JsonRows claim(NewClaim claim) {
    NewRow row = claim.row();
    Metadata metadata = row.metadata();
    return text('t', row.key().tenant().id())
        .text('h', row.key().handlerId())
        .text('e', row.key().eventId())
        .text('i', row.key().itemKey())
        .token(claim.token())
        .span('l', claim.lease())
        .text('y', metadata.eventType())
        .text('a', metadata.aggregateType())
        .text('g', metadata.aggregateId())
        .number('s', metadata.sequence())
        .text('o', metadata.topic())
        .number('p', metadata.partition())
        .number('f', metadata.offset())
        .number(
            'b', metadata.brokerTimestamp() == null ? null : Micros.of(metadata.brokerTimestamp()))
        .bytes('x', row.payloadHash() == null ? null : row.payloadHash().bytes())
        .content(row.content());
  }

  private JsonRows failure(Failure failure) {
    if (failure == null) {
      return this;
    }
    return text('q', failure.errorClass().name())
        .text('w', failure.type())
        .text('n', failure.code())
        .text('j', failure.fingerprint())
        .text('m', failure.message());
  }

  private JsonRows content(Content content) {
    if (content == null) {
      return this;
    }
    return text('z', content.state().name())
        .bytes('u', content.payload().orElse(null))
        .bytes('k', content.headers().encode())
        .bytes('r', content.rawKey().orElse(null));
  }

  private JsonRows begin() {
    out.append(out.length() == 1 ? "{" : ",{");
    return this;
  }

  private void end() {
    out.append('}');
  }

  private String close() {
    return out.append(']').toString();
  }

  private JsonRows name(char name) {
    if (out.charAt(out.length() - 1) != '{') {
      out.append(',');
    }
    out.append('"').append(name).append("\":");
    return this;
  }

  private JsonRows token(ClaimToken token) {
    name('c').out.append('"').append(token.value()).append('"');
    return this;
  }

  private JsonRows span(char name, Duration value) {
    return number(name, value == null ? null : Micros.of(value));
  }

  private JsonRows number(char name, Number value) {
    if (value != null) {
      name(name).out.append(value.longValue());
    }
    return this;
  }

  private JsonRows bytes(char name, byte[] value) {
    if (value != null) {
      name(name).out.append('"').append(Base64.getEncoder().encodeToString(value)).append('"');
    }
    return this;
  }

  private JsonRows text(char name, String value) {
    if (value != null) {
      name(name);
      quote(out, value);
    }
    return this;
  }

  /** Free text may hold control characters. */
  static StringBuilder quote(StringBuilder out, String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ') {
        out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      } else {
        if (c == '"' || c == '\\') {
          out.append('\\');
        }
        out.append(c);
      }
    }
    return out.append('"');
  }
}
