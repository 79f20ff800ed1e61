package io.consumptionledger.memory;

import io.consumptionledger.Failure;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.ClaimVerbs;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** How a row becomes somebody's, and stays so. */
final class MemoryClaims implements ClaimVerbs {
  private static final Comparator<MemoryRow> BY_DUE =
      Comparator.<MemoryRow, Instant>comparing(row -> row.dueAt).thenComparing(row -> row.key);

  private final Rows rows;

  MemoryClaims(Rows rows) {
    this.rows = rows;
  }

  @Override
  public ClaimResult claim(NewRow row, ClaimToken token, Node node, Duration lease) {
    Instant now = rows.now();
    MemoryRow there = rows.find(row.key());
    if (there != null) {
      return there.isHeldBy(token)
          ? new ClaimResult.Claimed(there.claim(), rows.order().turn(there))
          : new ClaimResult.Exists(there.summary(now));
    }
    Order place = rows.order().place(row);
    if (place != null && rows.order().holdsBack(row.key(), place)) {
      return new ClaimResult.Blocked();
    }
    MemoryRow made = new MemoryRow(row, place, now);
    made.content = row.content();
    made.hold(token, node, StoreClock.after(now, lease), made.content == null ? null : now);
    rows.insert(Transition.CLAIM, made);
    rows.order().inserted(row, made);
    return new ClaimResult.Claimed(made.claim(), rows.order().turn(made));
  }

  @Override
  public TakeOverResult takeOver(
      RowSummary orphan, ClaimToken token, Node node, Duration lease, int maxAttempts) {
    Instant now = rows.now();
    MemoryRow row = rows.find(orphan.key());
    if (!isStillOrphaned(row, orphan, now)) {
      return new TakeOverResult.Refused(Rows.summary(row, now));
    }
    if (row.hasUsedUp(maxAttempts)) {
      return new TakeOverResult.Exhausted(row.summary(now));
    }
    MemoryRow taken =
        rows.move(
            Transition.TAKE_OVER,
            row,
            now,
            next -> next.hold(token, node, StoreClock.after(now, lease), now));
    return new TakeOverResult.TakenOver(taken.claim());
  }

  @Override
  public TransitionResult deadLetterOrphan(RowSummary orphan, Failure failure, Content content) {
    Objects.requireNonNull(failure, "failure");
    MemoryRecords.required(Transition.DEAD_LETTER_ORPHAN, orphan.key(), content);
    Instant now = rows.now();
    MemoryRow row = rows.find(orphan.key());
    if (!isStillOrphaned(row, orphan, now)) {
      return rows.refused(orphan.key(), Transition.DEAD_LETTER_ORPHAN, now);
    }
    rows.move(
        Transition.DEAD_LETTER_ORPHAN,
        row,
        now,
        next -> {
          next.die(failure, now);
          next.keepOrStore(content);
          next.token = ClaimToken.random();
        });
    return new TransitionResult.Applied(Commit.DONE);
  }

  private static boolean isStillOrphaned(MemoryRow row, RowSummary orphan, Instant now) {
    return row != null && row.hasExpiredLease(now) && row.token.equals(orphan.token());
  }

  @Override
  public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    Instant now = rows.now();
    Map<Claim, RenewResult> results = new LinkedHashMap<>();
    for (Claim claim : claims) {
      MemoryRow row = rows.find(claim.key());
      boolean held = row != null && row.isHeldBy(claim.token());
      if (held) {
        rows.renew(row, now, lease);
      }
      results.put(claim, held ? RenewResult.RENEWED : RenewResult.LOST);
    }
    return results;
  }

  @Override
  public List<DueClaim> claimDue(
      Tenant tenant, String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
    Instant now = rows.now();
    List<MemoryRow> due = due(tenant, handlerId, tokens.size(), now);
    List<MemoryRow> runnable = runnable(due, now);
    // Rows that were sent back are no longer due, so that they do not hide those behind them.
    while (runnable.isEmpty() && !due.isEmpty()) {
      due = due(tenant, handlerId, tokens.size(), now);
      runnable = runnable(due, now);
    }
    List<DueClaim> claimed = new ArrayList<>(runnable.size());
    for (MemoryRow row : runnable) {
      ClaimToken token = tokens.get(claimed.size());
      MemoryRow held =
          rows.move(
              Transition.CLAIM_DUE,
              row,
              now,
              next -> next.hold(token, node, StoreClock.after(now, lease), now));
      claimed.add(
          new DueClaim(
              held.claim(),
              held.metadata,
              held.content,
              isIntact(held.content, held.payloadHash),
              row.waitReason,
              row.replayAuthorization != null,
              StoreClock.between(held.receivedAt, now),
              rows.order().turn(held)));
    }
    return List.copyOf(claimed);
  }

  private List<MemoryRow> due(Tenant tenant, String handlerId, int limit, Instant now) {
    return rows.of(tenant, handlerId)
        .filter(row -> row.dueAt != null && !row.dueAt.isAfter(now))
        .sorted(BY_DUE)
        .limit(limit)
        .toList();
  }

  /** Those whose turn it is; the others lose their due time. */
  private List<MemoryRow> runnable(List<MemoryRow> due, Instant now) {
    Map<MemoryOrder.Aggregate, List<MemoryRow>> ordered =
        due.stream()
            .filter(row -> row.orderSeq != null)
            .collect(Collectors.groupingBy(MemoryOrder.Aggregate::of));
    Set<MemoryRow> back = new HashSet<>();
    ordered.forEach(
        (aggregate, rivals) -> {
          MemoryRow first = rows.order().first(aggregate, rivals);
          rivals.stream().filter(row -> row != first).forEach(back::add);
        });
    back.forEach(row -> rows.order().sendBack(row, now));
    return due.stream().filter(row -> !back.contains(row)).toList();
  }

  /** Of a truncated payload only the beginning is here, so its hash proves nothing. */
  private static boolean isIntact(Content content, Sha256 hash) {
    if (content.state() == PayloadState.TRUNCATED) {
      return false;
    }
    return Objects.equals(content.payload().map(Sha256::of).orElse(null), hash);
  }
}
