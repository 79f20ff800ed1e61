package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClassifier;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.SqlErrors;
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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** The store on a database: each group of verbs has a class of its own. Thread-safe. */
public final class JdbcLedgerStore extends JdbcKeeping implements LedgerStore {
  private final String description;
  private final SqlErrors errors;
  private final JdbcOrder order;
  private final JdbcTransactions transactions;
  private final JdbcClaims claims;
  private final JdbcOwner owner;
  private final JdbcBatches batches;
  private final JdbcRecords records;
  private final JdbcSweeps sweeps;
  private final JdbcReads reads;
  private final JdbcAnomalies anomalies;
  private final JdbcNodes nodes;
  private final JdbcControls controls;

  /**
   * A store.
   *
   * @param description product and version, for logs
   * @param dataSource where its own connections come from
   * @param runner knows the caller's transaction, and runs others
   * @param dialect judges errors
   * @param catalog the statements
   * @param timeout how long one statement may take
   * @throws io.consumptionledger.ConfigurationException if the data source hands out one session
   *     twice
   */
  public JdbcLedgerStore(
      String description,
      DataSource dataSource,
      TransactionRunner runner,
      Dialect dialect,
      SqlCatalog catalog,
      Duration timeout) {
    this(description, new Sessions(dataSource, runner, dialect, catalog, timeout), runner, dialect);
  }

  private JdbcLedgerStore(
      String description, Sessions sessions, TransactionRunner runner, Dialect dialect) {
    super(sessions, dialect.maxBatch());
    this.description = description;
    this.errors = new SqlErrors(dialect);
    sessions.requireSeparateSessions();
    this.order = new JdbcOrder(sessions);
    Duplicates duplicates = new Duplicates();
    this.claims = new JdbcClaims(sessions, order, duplicates);
    this.transactions = new JdbcTransactions(runner, sessions, errors);
    this.owner = new JdbcOwner(sessions);
    this.batches = new JdbcBatches(sessions, duplicates);
    this.records = new JdbcRecords(sessions);
    this.sweeps = new JdbcSweeps(sessions, dialect.maxBatch());
    this.reads = new JdbcReads(sessions);
    this.anomalies = new JdbcAnomalies(sessions);
    this.nodes = new JdbcNodes(sessions);
    this.controls = new JdbcControls(sessions);
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public ErrorClassifier errorClassifier() {
    return errors;
  }

  @Override
  public boolean hasTransactions() {
    return transactions.hasTransactions();
  }

  @Override
  public boolean inCallerTransaction() {
    return transactions.inCallerTransaction();
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws Exception {
    return transactions.inTransaction(work);
  }

  @Override
  public ClaimResult claim(NewRow row, ClaimToken token, Node node, Duration lease) {
    return claims.claim(row, token, node, lease);
  }

  @Override
  public TakeOverResult takeOver(
      RowSummary orphan, ClaimToken token, Node node, Duration lease, int maxAttempts) {
    return claims.takeOver(orphan, token, node, lease, maxAttempts);
  }

  @Override
  public TransitionResult deadLetterOrphan(RowSummary orphan, Failure failure, Content content) {
    return claims.deadLetterOrphan(orphan, failure, content);
  }

  @Override
  public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    return this.claims.renew(claims, lease);
  }

  @Override
  public List<DueClaim> claimDue(
      Tenant tenant, String handlerId, List<ClaimToken> tokens, Node node, Duration lease) {
    return claims.claimDue(tenant, handlerId, tokens, node, lease);
  }

  @Override
  public List<ClaimResult> claimAll(List<NewClaim> claims, Node node) {
    return batches.claimAll(claims, node);
  }

  @Override
  public List<TransitionResult> settleAll(List<Settlement> settlements) {
    return batches.settleAll(settlements);
  }

  @Override
  public ParkResult park(NewRow row) {
    return order.park(row);
  }

  @Override
  public List<BlockingHead> blockingHeads(Tenant tenant, String handlerId, int limit) {
    return order.blockingHeads(tenant, handlerId, limit);
  }

  @Override
  public void startNode(Node node) {
    nodes.startNode(node);
  }

  @Override
  public void stopNode(Node node) {
    nodes.stopNode(node);
  }

  @Override
  public List<Twin> liveTwins(Node node, Duration renewedWithin) {
    return nodes.liveTwins(node, renewedWithin);
  }

  @Override
  public HeartbeatSession openHeartbeat(Duration timeout) {
    return nodes.openHeartbeat(timeout);
  }

  @Override
  public void pause(Tenant tenant, String handlerId, OperatorAction action, Duration howLong) {
    controls.pause(tenant, handlerId, action, howLong);
  }

  @Override
  public boolean resume(Tenant tenant, String handlerId, OperatorAction action) {
    return controls.resume(tenant, handlerId, action);
  }

  @Override
  public List<PausedHandler> pausedHandlers() {
    return controls.pausedHandlers();
  }

  @Override
  public List<DueQueue> dueQueues(DueQueue after, int limit) {
    return sweeps.dueQueues(after, limit);
  }

  @Override
  public List<Tenant> tenants(String handlerId, Tenant after, int limit) {
    return reads.tenants(handlerId, after, limit);
  }

  @Override
  public List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin) {
    return reads.brokerPositions(tenant, handlerIds, receivedWithin);
  }

  @Override
  public TransitionResult succeed(Claim claim) {
    return owner.succeed(claim);
  }

  @Override
  public TransitionResult scheduleRetry(
      Claim claim, Failure failure, Content content, Duration delay) {
    return owner.scheduleRetry(claim, failure, content, delay);
  }

  @Override
  public TransitionResult deadLetter(Claim claim, Failure failure, Content content) {
    return owner.deadLetter(claim, failure, content);
  }

  @Override
  public TransitionResult release(Claim claim, Content content, Duration delay) {
    return owner.release(claim, content, delay);
  }

  @Override
  public RecordResult complete(NewRow row) {
    return records.complete(row);
  }

  @Override
  public RecordResult recordFailure(NewRow row, Failure failure, Duration delay) {
    return records.recordFailure(row, failure, delay);
  }

  @Override
  public RecordResult recordTerminal(NewRow row, Failure failure) {
    return records.recordTerminal(row, failure);
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
    return sweeps.recover(handlerId, maxAttempts, onOrphan, exhausted, orphaned, delay, limit);
  }

  @Override
  public int expire(
      Tenant tenant, String handlerId, Node node, Duration receivedWithin, int limit) {
    return sweeps.expire(tenant, handlerId, node, receivedWithin, limit);
  }

  @Override
  public TransitionResult defer(ConsumptionKey key, long rowVersion, Duration delay) {
    return sweeps.defer(key, rowVersion, delay);
  }

  @Override
  public TransitionResult bury(ConsumptionKey key, long rowVersion, Failure failure) {
    return sweeps.bury(key, rowVersion, failure);
  }

  @Override
  public PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    return sweeps.purge(tenant, handlerId, states, settledBefore, cursor, limit);
  }

  @Override
  public Optional<Row> get(ConsumptionKey key) {
    return reads.get(key);
  }

  @Override
  public List<Row> list(Collection<ConsumptionKey> keys) {
    return reads.list(keys);
  }

  @Override
  public List<Row> list(Filter filter, int limit) {
    return reads.list(filter, limit);
  }

  @Override
  public int count(Filter filter, int limit) {
    return reads.count(filter, limit);
  }

  @Override
  public Optional<Content> content(ConsumptionKey key) {
    return reads.content(key);
  }

  @Override
  public Optional<RowSummary> lockedRead(ConsumptionKey key) {
    return reads.lockedRead(key);
  }

  @Override
  public List<AuditEntry> audit(ConsumptionKey key) {
    return reads.audit(key);
  }

  @Override
  public boolean recordAnomaly(Anomaly anomaly) {
    return anomalies.recordAnomaly(anomaly);
  }

  @Override
  public List<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, int limit) {
    return anomalies.anomalies(tenant, kinds, from, before, limit);
  }
}
