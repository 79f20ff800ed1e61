package io.consumptionledger.memory;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps rows in memory, for as long as the object lives: the reference that the conformance suite
 * compares databases with, and a store for tests and for work that may be lost with the process.
 *
 * <p>It keeps every contract of {@link LedgerStore}, and asserts on each write the table of {@link
 * io.consumptionledger.Transition} and the column rules that databases enforce by constraints. It
 * knows no transactions: there is none to take part in, so every method commits at once, no result
 * is {@link io.consumptionledger.spi.Commit#PENDING}, and {@link #lockedRead} never throws because
 * of an open one. One lock, the object itself, guards everything, so nothing is ever {@link
 * io.consumptionledger.spi.RenewResult#LOCKED}.
 *
 * <p>Thread-safe. Sweeps and lists look at all rows, so it is not meant for millions of them.
 */
public final class InMemoryLedgerStore extends MemoryKeeping implements LedgerStore {
  private final MemoryClaims claims;
  private final MemoryOwner owner;
  private final MemoryRecords records;
  private final MemorySweeps sweeps;
  private final MemoryOperator operator;
  private final MemoryReplayRequests replays;
  private final MemoryReads reads;
  private final MemoryAnomalies anomalies;
  private final MemoryQuarantine quarantine;
  private final MemoryPurge purge;
  private final MemoryNodes nodes;
  private final MemoryControls controls;
  private final MemoryInspection inspection;
  private final MemoryAudit audit;

  /** An empty store with the system's clock. */
  public InMemoryLedgerStore() {
    this(InstantSource.system());
  }

  /**
   * An empty store with a clock of its own, by which leases and due times are judged.
   *
   * @param clock the clock; called under the lock, so it must not call the store; its instants are
   *     cut to microseconds; not null
   */
  public InMemoryLedgerStore(InstantSource clock) {
    StoreClock storeClock = new StoreClock(clock);
    Rows rows = new Rows(storeClock);
    this.audit = new MemoryAudit(storeClock);
    this.claims = new MemoryClaims(rows);
    this.owner = new MemoryOwner(rows);
    this.records = new MemoryRecords(rows);
    this.purge = new MemoryPurge(rows);
    this.sweeps = new MemorySweeps(rows);
    this.operator = new MemoryOperator(rows, audit);
    this.replays = new MemoryReplayRequests(rows, operator, audit);
    this.reads = new MemoryReads(rows, audit);
    this.anomalies = new MemoryAnomalies(storeClock);
    this.quarantine = new MemoryQuarantine(storeClock, rows, audit);
    this.nodes = new MemoryNodes(storeClock);
    this.controls = new MemoryControls(storeClock, audit);
    this.inspection = new MemoryInspection(rows, anomalies, nodes);
  }

  @Override
  public String description() {
    return "in memory";
  }

  @Override
  public boolean inCallerTransaction() {
    return false;
  }

  @Override
  public ErrorClassifier errorClassifier() {
    return ErrorClassifier.NONE;
  }

  @Override
  public synchronized ClaimResult claim(NewRow row, ClaimToken token, Node node, Duration lease) {
    return claims.claim(row, token, node, lease);
  }

  @Override
  public synchronized TakeOverResult takeOver(
      RowSummary orphan, ClaimToken token, Node node, Duration lease, int maxAttempts) {
    return claims.takeOver(orphan, token, node, lease, maxAttempts);
  }

  @Override
  public synchronized TransitionResult deadLetterOrphan(
      RowSummary orphan, Failure failure, Content content) {
    return claims.deadLetterOrphan(orphan, failure, content);
  }

  @Override
  public synchronized Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    return this.claims.renew(claims, lease);
  }

  @Override
  public synchronized List<DueClaim> claimDue(
      Tenant tenant, String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
    return claims.claimDue(given(tenant), handlerId, tokens, node, lease);
  }

  @Override
  public List<ClaimResult> claimAll(List<NewClaim> claims, Node node) {
    BatchVerbs.checkClaims(claims);
    return claims.stream().map(c -> claim(c.row(), c.token(), node, c.lease())).toList();
  }

  @Override
  public List<TransitionResult> settleAll(List<Settlement> settlements) {
    BatchVerbs.checkSettlements(settlements);
    return settlements.stream().map(settlement -> settlement.by(this)).toList();
  }

  @Override
  public synchronized ParkResult park(NewRow row) {
    return records.park(row);
  }

  @Override
  public synchronized List<BlockingHead> blockingHeads(Tenant tenant, String handlerId, int limit) {
    return reads.blockingHeads(given(tenant), handlerId, limit);
  }

  @Override
  public synchronized void startNode(Node node) {
    nodes.renew(node);
  }

  @Override
  public synchronized void stopNode(Node node) {
    nodes.stop(node);
  }

  @Override
  public synchronized List<Twin> liveTwins(Node node, Duration renewedWithin) {
    return nodes.liveTwins(node, renewedWithin);
  }

  @Override
  public HeartbeatSession openHeartbeat(Duration timeout) {
    return new MemoryNodes.Session(this, timeout);
  }

  @Override
  public synchronized void pause(
      Tenant tenant, String handlerId, OperatorAction action, Duration howLong) {
    controls.pause(given(tenant), handlerId, action, howLong);
  }

  @Override
  public synchronized boolean resume(Tenant tenant, String handlerId, OperatorAction action) {
    return controls.resume(given(tenant), handlerId, action);
  }

  @Override
  public synchronized List<PausedHandler> pausedHandlers() {
    return controls.paused();
  }

  @Override
  public synchronized List<DueQueue> dueQueues(DueQueue after, int limit) {
    return sweeps.dueQueues(after, limit);
  }

  @Override
  public synchronized List<Tenant> tenants(String handlerId, Tenant after, int limit) {
    return reads.tenants(handlerId, after, limit);
  }

  @Override
  public synchronized List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin) {
    return reads.brokerPositions(given(tenant), handlerIds, receivedWithin);
  }

  @Override
  public synchronized TransitionResult succeed(Claim claim) {
    return owner.succeed(claim);
  }

  @Override
  public synchronized TransitionResult scheduleRetry(
      Claim claim, Failure failure, Content content, Duration delay) {
    return owner.scheduleRetry(claim, failure, content, delay);
  }

  @Override
  public synchronized TransitionResult deadLetter(Claim claim, Failure failure, Content content) {
    return owner.deadLetter(claim, failure, content);
  }

  @Override
  public synchronized TransitionResult release(Claim claim, Content content, Duration delay) {
    return owner.release(claim, content, delay);
  }

  @Override
  public synchronized RecordResult complete(NewRow row) {
    return records.complete(row);
  }

  @Override
  public synchronized RecordResult recordFailure(NewRow row, Failure failure, Duration delay) {
    return records.recordFailure(row, failure, delay);
  }

  @Override
  public synchronized RecordResult recordTerminal(NewRow row, Failure failure) {
    return records.recordTerminal(row, failure);
  }

  @Override
  public synchronized List<Recovered> recover(
      String handlerId,
      int maxAttempts,
      OnOrphan onOrphan,
      Failure exhausted,
      Failure orphaned,
      Duration delay,
      int limit) {
    return sweeps.recover(handlerId, maxAttempts, onOrphan, exhausted, orphaned, delay, limit);
  }

  @Override
  public synchronized int expire(
      Tenant tenant, String handlerId, Node node, Duration receivedWithin, int limit) {
    return sweeps.expire(given(tenant), handlerId, node, receivedWithin, limit);
  }

  @Override
  public synchronized TransitionResult defer(ConsumptionKey key, long rowVersion, Duration delay) {
    return sweeps.defer(key, rowVersion, delay);
  }

  @Override
  public synchronized TransitionResult bury(ConsumptionKey key, long rowVersion, Failure failure) {
    return sweeps.bury(key, rowVersion, failure);
  }

  @Override
  public synchronized PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    return sweeps.purge(given(tenant), handlerId, states, settledBefore, cursor, limit);
  }

  @Override
  public synchronized Optional<Row> get(ConsumptionKey key) {
    return reads.get(key);
  }

  @Override
  public synchronized List<Row> list(Collection<ConsumptionKey> keys) {
    return reads.list(keys);
  }

  @Override
  public synchronized List<Row> list(Filter filter, int limit) {
    return reads.list(filter, limit);
  }

  @Override
  public synchronized int count(Filter filter, int limit) {
    return reads.count(filter, limit);
  }

  @Override
  public synchronized Optional<Content> content(ConsumptionKey key) {
    return reads.content(key);
  }

  @Override
  public synchronized Optional<RowSummary> lockedRead(ConsumptionKey key) {
    return reads.lockedRead(key);
  }

  @Override
  public synchronized List<AuditEntry> audit(ConsumptionKey key) {
    return reads.audit(key);
  }

  @Override
  public synchronized boolean recordAnomaly(Anomaly anomaly) {
    return anomalies.recordAnomaly(anomaly);
  }

  @Override
  public synchronized List<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, int limit) {
    return anomalies.anomalies(given(tenant), kinds, from, before, limit);
  }

  @Override
  MemoryInspection inspection() {
    return inspection;
  }

  @Override
  MemoryAudit auditTrail() {
    return audit;
  }

  @Override
  Optional<Content> contentOf(ConsumptionKey key) {
    return reads.content(key);
  }

  @Override
  MemoryQuarantine kept() {
    return quarantine;
  }

  @Override
  MemoryPurge purge() {
    return purge;
  }

  @Override
  MemoryOperator operator() {
    return operator;
  }

  @Override
  MemoryReplayRequests replays() {
    return replays;
  }
}
