package io.consumptionledger.conformance.walk;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.conformance.ColumnCheck;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One of the two stores, and what the walk knows of it: its claims, and its tokens by role. */
final class Side {
  private final LedgerStore store;
  private final Map<ConsumptionKey, List<Claim>> claims = new HashMap<>();
  private final Map<ConsumptionKey, RowSummary> seen = new HashMap<>();
  private final Map<ClaimToken, String> roles = new HashMap<>();

  Side(LedgerStore store) {
    this.store = store;
  }

  LedgerStore store() {
    return store;
  }

  /** Remembers a claim; its token is known by its place among the claims of the row. */
  void remember(Claim claim) {
    if (!roles.containsKey(claim.token())) {
      List<Claim> all = claims.computeIfAbsent(claim.key(), k -> new ArrayList<>());
      all.add(claim);
      roles.put(claim.token(), "claim" + all.size());
    }
  }

  /** A claim of the row: 0 for the latest, 1 for the one before, a forged one if there is none. */
  Claim claim(ConsumptionKey key, int back) {
    List<Claim> all = claims.getOrDefault(key, List.of());
    return back < all.size()
        ? all.get(all.size() - 1 - back)
        : new Claim(key, ClaimToken.random(), 1, 1, 0);
  }

  /** The row as it was when it was last asked for with {@code anew}, or as it is now. */
  RowSummary seen(ConsumptionKey key, boolean anew) {
    if (anew || !seen.containsKey(key)) {
      store.get(key).ifPresent(row -> seen.put(key, row.summary()));
    }
    return seen.get(key);
  }

  long version(ConsumptionKey key, int off) {
    return store.get(key).map(row -> row.summary().rowVersion()).orElse(1L) + off;
  }

  private String role(ClaimToken token) {
    return token == null ? "none" : roles.getOrDefault(token, "strange");
  }

  Facts claim(Claim claim) {
    return new Facts()
        .add("claim", claim.key())
        .add("token", role(claim.token()))
        .add("epoch", claim.epoch())
        .add("attempt", claim.attempt())
        .add("yields", claim.yields())
        .add("order", claim.order());
  }

  Facts summary(Facts facts, RowSummary row) {
    if (row == null) {
      return facts.add("row", null);
    }
    return facts
        .add("row", row.key())
        .add("state", row.state())
        .add("token", role(row.token()))
        .add("epoch", row.epoch())
        .add("attempt", row.attempt())
        .add("yields", row.yields())
        .add("version", row.rowVersion())
        .time("leaseLeft", row.leaseLeft())
        .time("dueIn", row.dueIn())
        .time("age", row.age())
        .add("errorClass", row.errorClass())
        .add("payloadState", row.payloadState())
        .add("payloadHash", row.payloadHash())
        .add("order", row.order());
  }

  /** The rows of keys that exist. */
  Map<ConsumptionKey, Row> rows(List<ConsumptionKey> keys) {
    Map<ConsumptionKey, Row> rows = new HashMap<>();
    store.list(keys).forEach(row -> rows.put(row.summary().key(), row));
    return rows;
  }

  /** Every column of a row (null for none), its content and its audit. */
  Facts everything(ConsumptionKey key, Row row) {
    Facts facts = summary(new Facts(), row == null ? null : row.summary());
    Instant origin = row == null ? null : row.receivedAt();
    if (row != null) {
      facts
          .add("metadata", row.metadata())
          .add("failure", row.failure())
          .add("waitReason", row.waitReason())
          .add("node", row.node())
          .add("generation", row.replayGeneration())
          .add("authorization", row.replayAuthorization())
          .time("leaseExpiresAt", since(origin, row.leaseExpiresAt()))
          .time("dueAt", since(origin, row.dueAt()))
          .time("deadSince", since(origin, row.deadSince()))
          .time("updatedAt", since(origin, row.updatedAt()))
          .add("closedBy", row.closedBy())
          .add("closedReason", row.closedReason());
    }
    Content content = store.content(key).orElse(null);
    if (row != null) {
      ColumnCheck.check(row, content);
    }
    facts.add("content", content == null ? null : content.hashCode());
    List<AuditEntry> audit = store.audit(key);
    for (AuditEntry entry : audit) {
      facts
          .add("audit", entry.action())
          .add("actor", entry.actor())
          .add("second", entry.secondActor())
          .add("reason", entry.reason())
          .add("detail", entry.detail() != null)
          .time("at", since(audit.get(0).at(), entry.at()));
    }
    return facts;
  }

  private static Duration since(Instant origin, Instant instant) {
    return instant == null ? null : Duration.between(origin, instant);
  }
}
