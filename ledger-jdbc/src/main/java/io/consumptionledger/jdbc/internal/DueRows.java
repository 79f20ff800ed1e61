package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Turn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is due, read so that one row that was written by hand, or many large ones, keep no other
 * from running. Thread-safe.
 */
final class DueRows {
  private static final System.Logger LOG = System.getLogger(DueRows.class.getName());

  /** How much content one call takes into memory, if a single row is not more. */
  private static final long MOST_BYTES = 16L << 20;

  /** Content that comes along with its row, unless many rows are asked for; other costs a trip. */
  private static final long SMALL_BYTES = 64 << 10;

  private static final int MOST_ROUNDS = 5;
  private static final int MOST_TOLD = 1_000;

  /** Rows that were told to be left, so that polling does not fill the log. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * A row that is due, as it was before it was claimed.
   *
   * @param stored its content, or null if that did not come along
   */
  record Due(
      ConsumptionKey key,
      Order order,
      long epoch,
      int attempt,
      int yields,
      Duration age,
      Sha256 hash,
      Metadata metadata,
      boolean intact,
      WaitReason reason,
      boolean replay,
      long bytes,
      Stored stored) {

    /** With the content that was asked for later, or null if it came along. */
    DueClaim claimed(ClaimToken token, Stored later, Turn turn) {
      Stored content = later == null ? stored : later;
      return new DueClaim(
          new Claim(key, token, epoch + 1, attempt + 1, yields, order),
          metadata,
          content.content(),
          intact && content.isIntact(hash),
          reason,
          replay,
          age,
          turn);
    }
  }

  /** The content of a row; if its headers are damaged, without them. */
  record Stored(Content content, boolean hasHeaders) {

    /** Of a truncated payload only the beginning is here, so its hash proves nothing. */
    boolean isIntact(Sha256 hash) {
      return hasHeaders
          && content.state() != PayloadState.TRUNCATED
          && Objects.equals(content.payload().map(Sha256::of).orElse(null), hash);
    }
  }

  private record Unreadable(String row, String reason) {}

  /**
   * Locks rows that are due, the longest due first. Those that cannot be read stay where they are,
   * at the head of the queue, so as many more are asked for.
   */
  List<Due> pick(Session session, Tenant tenant, String handlerId, int wanted) throws SQLException {
    int limit = wanted;
    for (int round = 1; ; round++) {
      long small = Math.min(SMALL_BYTES, MOST_BYTES / limit);
      List<Unreadable> left = new ArrayList<>();
      List<Due> due = new ArrayList<>();
      Params params =
          new Params()
              .text("tenantId", tenant.id())
              .text("handlerId", handlerId)
              .number("limit", limit)
              .number("smallBytes", small);
      session.list(
          Sql.CLAIM_DUE_PICK,
          params,
          row -> {
            try {
              return due.add(due(row, small));
            } catch (RuntimeException e) {
              return left.add(new Unreadable(RowMapper.shownKey(row), e.getMessage()));
            }
          });
      if (due.size() >= wanted || due.size() + left.size() < limit || round == MOST_ROUNDS) {
        left.forEach(this::tell);
        return fitting(due, wanted);
      }
      limit = wanted + 2 * left.size();
    }
  }

  private void tell(Unreadable row) {
    if (told.size() < MOST_TOLD && told.add(row.row)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} is due but cannot be run, because {1}; it stays where it is",
          row.row,
          row.reason);
    }
  }

  private static List<Due> fitting(List<Due> due, int wanted) {
    List<Due> fitting = new ArrayList<>();
    long bytes = 0;
    for (Due each : due) {
      bytes += each.bytes;
      if (fitting.size() == wanted || (bytes > MOST_BYTES && !fitting.isEmpty())) {
        break;
      }
      fitting.add(each);
    }
    return fitting;
  }

  private static Due due(ResultSet row, long small) throws SQLException {
    Metadata metadata = RowMapper.metadataIfReadable(row);
    long bytes = row.getLong("content_bytes");
    return new Due(
        RowMapper.key(row),
        RowMapper.order(row),
        row.getLong("claim_epoch"),
        row.getInt("attempt"),
        row.getInt("yields"),
        Micros.left(row.getLong("age")),
        RowMapper.hash(row),
        metadata == null ? Metadata.NONE : metadata,
        metadata != null,
        RowMapper.word(WaitReason.class, row, "wait_reason"),
        row.getBoolean("is_replay"),
        bytes,
        bytes <= small ? stored(row) : null);
  }

  /** The content of those rows that came without. */
  static Map<ConsumptionKey, Stored> contents(Session session, List<Due> due) throws SQLException {
    List<ConsumptionKey> keys =
        due.stream().filter(each -> each.stored == null).map(Due::key).toList();
    if (keys.isEmpty()) {
      return Map.of();
    }
    Map<ConsumptionKey, Stored> contents = new HashMap<>();
    session.list(
        Sql.CLAIM_DUE_CONTENT,
        new Params().text("keys", KeyList.of(keys)),
        row -> contents.put(RowMapper.key(row), stored(row)));
    return contents;
  }

  private static Stored stored(ResultSet row) throws SQLException {
    try {
      return new Stored(RowMapper.content(row), true);
    } catch (IllegalArgumentException damagedHeaders) {
      Content without =
          Content.stored(
              RowMapper.word(PayloadState.class, row, "payload_state"),
              row.getBytes("payload"),
              Headers.none(),
              row.getBytes("raw_key"));
      return new Stored(without, false);
    }
  }
}
