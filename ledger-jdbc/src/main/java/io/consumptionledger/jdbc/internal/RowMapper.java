package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Metadata;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/** From columns to values. Columns have the same names and meanings in every dialect. */
final class RowMapper {
  private static final System.Logger LOG = System.getLogger(RowMapper.class.getName());

  private RowMapper() {}

  /**
   * The key as it is in the database, for messages about rows that hold what no value can; without
   * what could break a line.
   */
  static String shownKey(ResultSet row) throws SQLException {
    String key =
        String.join(
            "/",
            row.getString("tenant_id"),
            row.getString("handler_id"),
            row.getString("event_id"),
            row.getString("item_key"));
    return key.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "?");
  }

  /** A row, or null if somebody wrote into it what no value can hold. */
  static Row rowIfReadable(ResultSet row) throws SQLException {
    try {
      return row(row);
    } catch (RuntimeException e) {
      tell(row, "is left out, because", e);
      return null;
    }
  }

  private static void tell(ResultSet row, String what, RuntimeException why) throws SQLException {
    LOG.log(System.Logger.Level.WARNING, "{0} {1} {2}", shownKey(row), what, why.getMessage());
  }

  static ConsumptionKey key(ResultSet row) throws SQLException {
    return new ConsumptionKey(
        new Tenant(row.getString("tenant_id")),
        row.getString("handler_id"),
        row.getString("event_id"),
        row.getString("item_key"));
  }

  /** The key of a row, or null if somebody wrote what no value can hold. */
  static ConsumptionKey keyIfReadable(ResultSet row) throws SQLException {
    try {
      return key(row);
    } catch (RuntimeException e) {
      tell(row, "is left as it is, because", e);
      return null;
    }
  }

  /** A tenant, or null if its id is one that no tenant can have. */
  static Tenant tenantIfReadable(String id) {
    try {
      return new Tenant(id);
    } catch (InvalidFieldException e) {
      LOG.log(System.Logger.Level.WARNING, "a tenant is passed by, because {0}", e.getMessage());
      return null;
    }
  }

  static RowSummary summary(ResultSet row) throws SQLException {
    ConsumptionState state = ConsumptionState.valueOf(row.getString("status"));
    UUID token = uuid(row, "token");
    Long leaseLeft = number(row, "lease_left");
    Long dueIn = number(row, "due_in");
    return new RowSummary(
        key(row),
        state,
        token == null ? null : new ClaimToken(token),
        row.getLong("claim_epoch"),
        row.getInt("attempt"),
        row.getInt("yields"),
        row.getLong("row_version"),
        leaseLeft == null ? null : Micros.left(leaseLeft),
        dueIn == null ? null : Micros.left(dueIn),
        Micros.left(row.getLong("age")),
        word(ErrorClass.class, row, "error_class"),
        word(PayloadState.class, row, "payload_state"),
        hash(row),
        order(row));
  }

  /** The row's place in its aggregate, or null. */
  static Order order(ResultSet row) throws SQLException {
    Long place = number(row, "order_seq");
    return place == null
        ? null
        : new Order(row.getString("aggregate_type"), row.getString("aggregate_id"), place);
  }

  static Row row(ResultSet row) throws SQLException {
    return new Row(
        summary(row),
        Objects.requireNonNullElse(metadataIfReadable(row), Metadata.NONE),
        failure(row),
        word(WaitReason.class, row, "wait_reason"),
        node(row),
        row.getInt("replay_generation"),
        uuid(row, "replay_authorization"),
        instant(row, "lease_micros"),
        instant(row, "due_micros"),
        instant(row, "dead_micros"),
        instant(row, "received_micros"),
        instant(row, "updated_micros"),
        row.getString("closed_by"),
        row.getString("closed_reason"));
  }

  /** What is known of the message, or null if somebody wrote into it what no value can hold. */
  static Metadata metadataIfReadable(ResultSet row) throws SQLException {
    try {
      return metadata(row);
    } catch (RuntimeException e) {
      tell(row, "is shown without its metadata, because", e);
      return null;
    }
  }

  private static Metadata metadata(ResultSet row) throws SQLException {
    return new Metadata(
        row.getString("event_type"),
        row.getString("aggregate_type"),
        row.getString("aggregate_id"),
        number(row, "sequence_no"),
        row.getString("topic"),
        integer(row, "partition_no"),
        number(row, "offset_no"),
        instant(row, "broker_micros"));
  }

  static Failure failure(ResultSet row) throws SQLException {
    ErrorClass errorClass = word(ErrorClass.class, row, "error_class");
    return errorClass == null
        ? null
        : new Failure(
            errorClass,
            row.getString("error_type"),
            row.getString("error_code"),
            row.getString("error_fingerprint"),
            row.getString("error_message"));
  }

  /**
   * Content, of a row that has some.
   *
   * @throws IllegalArgumentException if the stored headers are damaged
   */
  static Content content(ResultSet row) throws SQLException {
    return Content.stored(
        PayloadState.valueOf(row.getString("payload_state")),
        row.getBytes("payload"),
        headers(row),
        row.getBytes("raw_key"));
  }

  static Headers headers(ResultSet row) throws SQLException {
    byte[] encoded = row.getBytes("headers");
    return encoded == null ? Headers.none() : Headers.decode(encoded);
  }

  static Sha256 hash(ResultSet row) throws SQLException {
    byte[] hash = row.getBytes("payload_sha256");
    return hash == null ? null : Sha256.ofHash(hash);
  }

  private static Node node(ResultSet row) throws SQLException {
    String id = row.getString("node_id");
    return id == null ? null : new Node(id, uuid(row, "node_incarnation"));
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    Long micros = number(row, column);
    return micros == null ? null : Micros.instant(micros);
  }

  static UUID uuid(ResultSet row, String column) throws SQLException {
    String text = row.getString(column);
    return text == null ? null : UUID.fromString(text);
  }

  static Long number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  static Integer integer(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  static <E extends Enum<E>> E word(Class<E> type, ResultSet row, String column)
      throws SQLException {
    String name = row.getString(column);
    return name == null ? null : Enum.valueOf(type, name);
  }
}
