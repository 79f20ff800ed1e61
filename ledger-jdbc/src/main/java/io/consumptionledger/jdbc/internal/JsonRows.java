package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
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

  JsonRows content(Content content) {
    if (content == null) {
      return this;
    }
    return text('z', content.state().name())
        .bytes('u', content.payload().orElse(null))
        .bytes('k', content.headers().encode())
        .bytes('r', content.rawKey().orElse(null));
  }

  JsonRows begin() {
    out.append(out.length() == 1 ? "{" : ",{");
    return this;
  }

  void end() {
    out.append('}');
  }

  String close() {
    return out.append(']').toString();
  }

  private JsonRows name(char name) {
    if (out.charAt(out.length() - 1) != '{') {
      out.append(',');
    }
    out.append('"').append(name).append("\":");
    return this;
  }

  JsonRows token(ClaimToken token) {
    name('c').out.append('"').append(token.value()).append('"');
    return this;
  }

  JsonRows span(char name, Duration value) {
    return number(name, value == null ? null : Micros.of(value));
  }

  JsonRows number(char name, Number value) {
    if (value != null) {
      name(name).out.append(value.longValue());
    }
    return this;
  }

  JsonRows bytes(char name, byte[] value) {
    if (value != null) {
      name(name).out.append('"').append(Base64.getEncoder().encodeToString(value)).append('"');
    }
    return this;
  }

  JsonRows text(char name, String value) {
    if (value != null) {
      name(name);
      quote(out, value);
    }
    return this;
  }

  /** Free text may hold control characters. */
  static StringBuilder quote(StringBuilder out, String value) {
    out.append('"');
    int plain = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        out.append(value, plain, i);
        plain = i + 1;
        if (c < ' ') {
          out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        } else {
          out.append('\\').append(c);
        }
      }
    }
    return out.append(value, plain, value.length()).append('"');
  }
}
