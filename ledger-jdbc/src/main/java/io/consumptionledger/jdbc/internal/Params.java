package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.Metadata;
import io.consumptionledger.Sha256;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The values of a statement's parameters. Only text, whole numbers and bytes travel, each null with
 * its type: ids as text, times as microseconds, so that no driver, zone or session setting has a
 * say in them. Never shows values.
 */
final class Params {
  private final Map<String, Value> values = new HashMap<>();

  @FunctionalInterface
  private interface Value {
    void bind(PreparedStatement statement, int at) throws SQLException;
  }

  /** The key of a row. */
  static Params key(ConsumptionKey key) {
    return new Params()
        .text("tenantId", key.tenant().id())
        .text("handlerId", key.handlerId())
        .text("eventId", key.eventId())
        .text("itemKey", key.itemKey());
  }

  /** What every new row has. */
  static Params row(NewRow row) {
    return key(row.key())
        .metadata(row.metadata())
        .number("orderSeq", row.order() == null ? null : row.order().sequence())
        .hash(row.payloadHash());
  }

  Params text(String name, String value) {
    return put(
        name,
        (statement, at) -> {
          if (value == null) {
            statement.setNull(at, Types.VARCHAR);
          } else {
            statement.setString(at, value);
          }
        });
  }

  Params number(String name, Long value) {
    return put(
        name,
        (statement, at) -> {
          if (value == null) {
            statement.setNull(at, Types.BIGINT);
          } else {
            statement.setLong(at, value);
          }
        });
  }

  Params number(String name, Integer value) {
    return put(
        name,
        (statement, at) -> {
          if (value == null) {
            statement.setNull(at, Types.INTEGER);
          } else {
            statement.setInt(at, value);
          }
        });
  }

  Params bytes(String name, byte[] value) {
    return put(
        name,
        (statement, at) -> {
          if (value == null) {
            statement.setNull(at, Types.VARBINARY);
          } else {
            statement.setBytes(at, value);
          }
        });
  }

  Params uuid(String name, UUID value) {
    return text(name, value == null ? null : value.toString());
  }

  Params token(String name, ClaimToken token) {
    return uuid(name, token == null ? null : token.value());
  }

  /** A length of time; null stands for none. */
  Params span(String name, Duration value) {
    return number(name, value == null ? null : Micros.of(value));
  }

  Params instant(String name, Instant value) {
    return number(name, value == null ? null : Micros.of(value));
  }

  /** Words that hold no comma. */
  Params words(String name, Collection<? extends Enum<?>> values) {
    TreeSet<String> names = new TreeSet<>();
    values.forEach(value -> names.add(value.name()));
    return text(name, String.join(",", names));
  }

  Params node(Node node) {
    return text("nodeId", node.id()).uuid("incarnation", node.incarnation());
  }

  Params metadata(Metadata metadata) {
    return text("eventType", metadata.eventType())
        .text("aggregateType", metadata.aggregateType())
        .text("aggregateId", metadata.aggregateId())
        .number("sequence", metadata.sequence())
        .text("topic", metadata.topic())
        .number("partition", metadata.partition())
        .number("offset", metadata.offset())
        .instant("brokerTimestamp", metadata.brokerTimestamp());
  }

  Params hash(Sha256 hash) {
    return bytes("payloadHash", hash == null ? null : hash.bytes());
  }

  /** Content, or null to store none. */
  Params content(Content content) {
    if (content == null) {
      return text("payloadState", null)
          .bytes("payload", null)
          .bytes("headers", null)
          .bytes("rawKey", null);
    }
    return text("payloadState", content.state().name())
        .bytes("payload", content.payload().orElse(null))
        .bytes("headers", content.headers().encode())
        .bytes("rawKey", content.rawKey().orElse(null));
  }

  Params failure(Failure failure) {
    return text("errorClass", failure.errorClass().name())
        .text("errorType", failure.type())
        .text("errorCode", failure.code())
        .text("errorFingerprint", failure.fingerprint())
        .text("errorMessage", failure.message());
  }

  private Params put(String name, Value value) {
    values.put(name, value);
    return this;
  }

  /** Gives a statement its values, in the order of its places. */
  void bind(PreparedStatement statement, List<String> places) throws SQLException {
    int at = 1;
    for (String name : places) {
      Value value = values.get(name);
      if (value == null) {
        throw new IllegalStateException("there is no value for the parameter " + name);
      }
      value.bind(statement, at++);
    }
  }

  @Override
  public String toString() {
    return "Params" + new TreeSet<>(values.keySet());
  }
}
