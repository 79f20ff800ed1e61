package io.consumptionledger.memory;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.PROCESSING;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Metadata;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Instant;
import java.util.UUID;

/**
 * One row, column by column. A row that has been stored is never changed: {@link Rows} copies it,
 * changes the copy, checks it and puts it in the place of the old one.
 */
final class MemoryRow {
  final ConsumptionKey key;
  final Metadata metadata;
  final Sha256 payloadHash;
  final Instant receivedAt;

  /** Its place in its aggregate; null for a row without order. */
  final Long orderSeq;

  Instant updatedAt;
  long rowVersion;
  ConsumptionState state;
  WaitReason waitReason;
  int attempt;
  int yields;
  int replayGeneration;
  UUID replayAuthorization;
  ClaimToken token;
  long epoch;
  Node node;
  Instant leaseExpiresAt;
  Instant heldSince;
  Instant dueAt;
  Instant deadSince;

  /** Payload, its state, headers and raw key: stored together and cleared together. */
  Content content;

  Failure failure;
  String closedBy;
  String closedReason;

  /** A new row at a place, null for one without order. */
  MemoryRow(NewRow row, Order place, Instant now) {
    this.orderSeq = place == null ? null : place.sequence();
    this.key = row.key();
    this.metadata = row.metadata();
    this.payloadHash = row.payloadHash();
    this.receivedAt = now;
    this.updatedAt = now;
    this.rowVersion = 1;
  }

  private MemoryRow(MemoryRow other) {
    this.orderSeq = other.orderSeq;
    this.key = other.key;
    this.metadata = other.metadata;
    this.payloadHash = other.payloadHash;
    this.receivedAt = other.receivedAt;
    this.updatedAt = other.updatedAt;
    this.rowVersion = other.rowVersion;
    this.state = other.state;
    this.waitReason = other.waitReason;
    this.attempt = other.attempt;
    this.yields = other.yields;
    this.replayGeneration = other.replayGeneration;
    this.replayAuthorization = other.replayAuthorization;
    this.token = other.token;
    this.epoch = other.epoch;
    this.node = other.node;
    this.leaseExpiresAt = other.leaseExpiresAt;
    this.heldSince = other.heldSince;
    this.dueAt = other.dueAt;
    this.deadSince = other.deadSince;
    this.content = other.content;
    this.failure = other.failure;
    this.closedBy = other.closedBy;
    this.closedReason = other.closedReason;
  }

  MemoryRow copy() {
    return new MemoryRow(this);
  }

  /** To PROCESSING. The held time is null for a claim on the hot path. */
  void hold(ClaimToken newToken, Node owner, Instant leaseEnd, Instant held) {
    enter(PROCESSING);
    token = newToken;
    node = owner;
    leaseExpiresAt = leaseEnd;
    heldSince = held;
    epoch++;
    attempt++;
  }

  /** To RETRY_SCHEDULED. */
  void await(WaitReason reason, Instant due) {
    enter(RETRY_SCHEDULED);
    waitReason = reason;
    dueAt = due;
  }

  /** To DEAD_LETTER. */
  void die(Failure why, Instant now) {
    enter(DEAD_LETTER);
    failure = why;
    deadSince = now;
  }

  /** To SUCCEEDED. */
  void succeed() {
    enter(ConsumptionState.SUCCEEDED);
    failure = null;
    content = null;
  }

  /** To a final state by hand. */
  void close(String actor, String reason) {
    closedBy = actor;
    closedReason = reason;
  }

  /** Moves to a state and clears what belongs to the state before; counts and evidence stay. */
  void enter(ConsumptionState next) {
    state = next;
    waitReason = null;
    replayAuthorization = null;
    leaseExpiresAt = null;
    heldSince = null;
    dueAt = null;
    deadSince = null;
  }

  /** Content that is stored already is never replaced. */
  void keepOrStore(Content given) {
    if (content == null) {
      content = given;
    }
  }

  boolean isHeldBy(ClaimToken candidate) {
    return state == PROCESSING && candidate.equals(token);
  }

  boolean hasExpiredLease(Instant now) {
    return state == PROCESSING && !leaseExpiresAt.isAfter(now);
  }

  boolean hasUsedUp(int maxAttempts) {
    return attempt - yields >= maxAttempts;
  }

  PayloadState payloadState() {
    return content == null ? null : content.state();
  }

  /** Unresolved, so that later rows of its aggregate wait for it. */
  boolean isOpenInOrder() {
    return orderSeq != null && !state.isFinal();
  }

  /** Whether somebody else's settle will make it due. */
  boolean waitsForItsTurn() {
    return waitReason == WaitReason.ORDER && dueAt == null;
  }

  Order order() {
    return orderSeq == null
        ? null
        : new Order(metadata.aggregateType(), metadata.aggregateId(), orderSeq);
  }

  Claim claim() {
    return new Claim(key, token, epoch, attempt, yields, order());
  }

  RowSummary summary(Instant now) {
    return new RowSummary(
        key,
        state,
        token,
        epoch,
        attempt,
        yields,
        rowVersion,
        leaseExpiresAt == null ? null : StoreClock.between(now, leaseExpiresAt),
        dueAt == null ? null : StoreClock.between(now, dueAt),
        StoreClock.between(receivedAt, now),
        failure == null ? null : failure.errorClass(),
        payloadState(),
        payloadHash,
        order());
  }

  Row row(Instant now) {
    return new Row(
        summary(now),
        metadata,
        failure,
        waitReason,
        node,
        replayGeneration,
        replayAuthorization,
        leaseExpiresAt,
        dueAt,
        deadSince,
        receivedAt,
        updatedAt,
        closedBy,
        closedReason);
  }
}
