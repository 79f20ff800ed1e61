package io.consumptionledger.memory;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
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
 * of an open one. One lock guards everything, so nothing is ever {@link
 * io.consumptionledger.spi.RenewResult#LOCKED}.
 *
 * <p>Thread-safe. Sweeps and lists look at all rows, so it is not meant for millions of them.
 */
public final class InMemoryLedgerStore implements LedgerStore {
  private final Object lock = new Object();
  private final MemoryClaims claims;
  private final MemoryOwner owner;
  private final MemoryRecords records;
  private final MemorySweeps sweeps;
  private final MemoryOperator operator;
  private final MemoryReads reads;
  private final MemoryAnomalies anomalies;
  private final MemoryQuarantine quarantine;

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
    MemoryAudit audit = new MemoryAudit();
    this.claims = new MemoryClaims(rows);
    this.owner = new MemoryOwner(rows);
    this.records = new MemoryRecords(rows);
    this.sweeps = new MemorySweeps(rows);
    this.operator = new MemoryOperator(rows, audit);
    this.reads = new MemoryReads(rows, audit);
    this.anomalies = new MemoryAnomalies(storeClock);
    this.quarantine = new MemoryQuarantine(storeClock);
  }

  @Override
  public String description() {
    return "in memory";
  }

  @Override
  public ErrorClassifier errorClassifier() {
    return ErrorClassifier.NONE;
  }

  @Override
  public ClaimResult claim(NewRow row, ClaimToken token, Node node, Duration lease) {
    synchronized (lock) {
      return claims.claim(row, token, node, lease);
    }
  }

  @Override
  public TakeOverResult takeOver(
      RowSummary orphan, ClaimToken token, Node node, Duration lease, int maxAttempts) {
    synchronized (lock) {
      return claims.takeOver(orphan, token, node, lease, maxAttempts);
    }
  }

  @Override
  public TransitionResult deadLetterOrphan(RowSummary orphan, Failure failure, Content content) {
    synchronized (lock) {
      return claims.deadLetterOrphan(orphan, failure, content);
    }
  }

  @Override
  public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    synchronized (lock) {
      return this.claims.renew(claims, lease);
    }
  }

  @Override
  public List<DueClaim> claimDue(
      String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
    synchronized (lock) {
      return claims.claimDue(handlerId, tokens, node, lease);
    }
  }

  @Override
  public TransitionResult succeed(Claim claim) {
    synchronized (lock) {
      return owner.succeed(claim);
    }
  }

  @Override
  public TransitionResult scheduleRetry(
      Claim claim, Failure failure, Content content, Duration delay) {
    synchronized (lock) {
      return owner.scheduleRetry(claim, failure, content, delay);
    }
  }

  @Override
  public TransitionResult deadLetter(Claim claim, Failure failure, Content content) {
    synchronized (lock) {
      return owner.deadLetter(claim, failure, content);
    }
  }

  @Override
  public TransitionResult release(Claim claim, Content content, Duration delay) {
    synchronized (lock) {
      return owner.release(claim, content, delay);
    }
  }

  @Override
  public RecordResult complete(NewRow row) {
    synchronized (lock) {
      return records.complete(row);
    }
  }

  @Override
  public RecordResult recordFailure(NewRow row, Failure failure, Duration delay) {
    synchronized (lock) {
      return records.recordFailure(row, failure, delay);
    }
  }

  @Override
  public RecordResult recordTerminal(NewRow row, Failure failure) {
    synchronized (lock) {
      return records.recordTerminal(row, failure);
    }
  }

  @Override
  public List<Recovered> recover(
      String handlerId,
      int maxAttempts,
      OnOrphan onOrphan,
      Failure exhausted,
      Failure orphaned,
      Duration delay,
      int limit) {
    synchronized (lock) {
      return sweeps.recover(handlerId, maxAttempts, onOrphan, exhausted, orphaned, delay, limit);
    }
  }

  @Override
  public int expire(
      Tenant tenant, String handlerId, Node node, Duration receivedWithin, int limit) {
    synchronized (lock) {
      return sweeps.expire(tenant, handlerId, node, receivedWithin, limit);
    }
  }

  @Override
  public TransitionResult defer(ConsumptionKey key, long rowVersion, Duration delay) {
    synchronized (lock) {
      return sweeps.defer(key, rowVersion, delay);
    }
  }

  @Override
  public TransitionResult bury(ConsumptionKey key, long rowVersion, Failure failure) {
    synchronized (lock) {
      return sweeps.bury(key, rowVersion, failure);
    }
  }

  @Override
  public PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    synchronized (lock) {
      return sweeps.purge(tenant, handlerId, states, settledBefore, cursor, limit);
    }
  }

  @Override
  public TransitionResult authorizeReplay(
      ConsumptionKey key, long rowVersion, ReplayApproval approval) {
    synchronized (lock) {
      return operator.authorizeReplay(key, rowVersion, approval);
    }
  }

  @Override
  public TransitionResult resolve(ConsumptionKey key, long rowVersion, OperatorAction action) {
    synchronized (lock) {
      return operator.resolve(key, rowVersion, action);
    }
  }

  @Override
  public TransitionResult discard(ConsumptionKey key, long rowVersion, OperatorAction action) {
    synchronized (lock) {
      return operator.discard(key, rowVersion, action);
    }
  }

  @Override
  public Optional<Row> get(ConsumptionKey key) {
    synchronized (lock) {
      return reads.get(key);
    }
  }

  @Override
  public List<Row> list(Collection<ConsumptionKey> keys) {
    synchronized (lock) {
      return reads.list(keys);
    }
  }

  @Override
  public List<Row> list(Filter filter, int limit) {
    synchronized (lock) {
      return reads.list(filter, limit);
    }
  }

  @Override
  public int count(Filter filter, int limit) {
    synchronized (lock) {
      return reads.count(filter, limit);
    }
  }

  @Override
  public Optional<Content> content(ConsumptionKey key) {
    synchronized (lock) {
      return reads.content(key);
    }
  }

  @Override
  public Optional<RowSummary> lockedRead(ConsumptionKey key) {
    synchronized (lock) {
      return reads.lockedRead(key);
    }
  }

  @Override
  public List<AuditEntry> audit(ConsumptionKey key) {
    synchronized (lock) {
      return reads.audit(key);
    }
  }

  @Override
  public boolean recordAnomaly(Anomaly anomaly) {
    synchronized (lock) {
      return anomalies.recordAnomaly(anomaly);
    }
  }

  @Override
  public List<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, int limit) {
    synchronized (lock) {
      return anomalies.anomalies(tenant, kinds, from, before, limit);
    }
  }

  @Override
  public boolean quarantine(QuarantinedMessage message) {
    synchronized (lock) {
      return quarantine.quarantine(message);
    }
  }

  @Override
  public Optional<QuarantinedMessage> quarantined(Tenant tenant, String id) {
    synchronized (lock) {
      return quarantine.quarantined(tenant, id);
    }
  }

  @Override
  public List<QuarantineEntry> quarantineList(Tenant tenant, int limit) {
    synchronized (lock) {
      return quarantine.quarantineList(tenant, limit);
    }
  }

  @Override
  public boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action) {
    synchronized (lock) {
      return quarantine.resolveQuarantined(tenant, id, action);
    }
  }
}
