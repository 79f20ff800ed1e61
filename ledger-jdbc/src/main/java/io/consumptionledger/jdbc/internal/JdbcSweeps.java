package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.SweepVerbs;
import io.consumptionledger.spi.TransitionResult;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What nobody's claim covers; recovery, purging and queues have classes of their own. */
final class JdbcSweeps implements SweepVerbs {
  private final Sessions sessions;
  private final JdbcRecovery recovery;
  private final JdbcPurge purge;
  private final JdbcDueQueues queues;

  JdbcSweeps(Sessions sessions, int maxBatch) {
    this.sessions = sessions;
    this.recovery = new JdbcRecovery(sessions);
    this.purge = new JdbcPurge(sessions, maxBatch);
    this.queues = new JdbcDueQueues(sessions);
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
    return recovery.recover(handlerId, maxAttempts, onOrphan, exhausted, orphaned, delay, limit);
  }

  @Override
  public int expire(
      Tenant tenant, String handlerId, Node node, Duration receivedWithin, int limit) {
    Params pick =
        new Params()
            .text("tenantId", tenant.id())
            .text("handlerId", handlerId)
            .node(node)
            .span("receivedWithin", receivedWithin);
    Call call = Call.of(Transition.EXPIRE, tenant + "/" + handlerId);
    // Outlives a try, so that a lost reply can be decided by looking at what it had picked.
    List<ConsumptionKey> picked = new ArrayList<>();
    return sessions.transaction(
        call,
        session -> {
          if (!session.replyLost() || !isExpired(session, picked)) {
            picked.clear();
            for (Sql part : List.of(Sql.EXPIRE_HELD_PICK, Sql.EXPIRE_PICK)) {
              if (picked.size() < limit) {
                pick.number("limit", limit - picked.size());
                picked.addAll(session.list(part, pick, RowMapper::key));
              }
            }
            expire(session, call, picked);
          }
          return picked.size();
        });
  }

  private static void expire(Session session, Call call, List<ConsumptionKey> held)
      throws SQLException {
    if (!held.isEmpty()
        && session.update(Sql.EXPIRE, new Params().text("keys", KeyList.of(held))) != held.size()) {
      throw call.failed("did not change all the rows that it had locked");
    }
  }

  /** All had a lease when picked, and lost it in one transaction, so one speaks for all. */
  private static boolean isExpired(Session session, List<ConsumptionKey> picked)
      throws SQLException {
    for (ConsumptionKey key : picked) {
      Row row = session.getLocked(key);
      if (row != null && row.summary().leaseExpired()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The row keeps its token, so only its version can tell, after a lost reply, that this call moved
   * it.
   */
  @Override
  public TransitionResult defer(ConsumptionKey key, long rowVersion, Duration delay) {
    Params params = Params.key(key).number("rowVersion", rowVersion).span("delay", delay);
    Predicate<Row> hasDueTime = row -> row.waitReason() != WaitReason.ORDER;
    return sessions.alone(
        Call.of(Transition.DEFER, key),
        session ->
            new CompareAndSet(
                    Transition.DEFER,
                    key,
                    params,
                    CompareAndSet.isAt(ConsumptionState.RETRY_SCHEDULED, rowVersion + 1)
                        .and(row -> session.replyLost()),
                    CompareAndSet.isAt(ConsumptionState.RETRY_SCHEDULED, rowVersion)
                        .and(hasDueTime))
                .run(session));
  }

  @Override
  public TransitionResult bury(ConsumptionKey key, long rowVersion, Failure failure) {
    ClaimToken token = ClaimToken.random();
    CompareAndSet change =
        new CompareAndSet(
            Transition.BURY,
            key,
            Params.key(key).number("rowVersion", rowVersion).token("token", token).failure(failure),
            CompareAndSet.left(token, ConsumptionState.DEAD_LETTER, null),
            CompareAndSet.isAt(ConsumptionState.RETRY_SCHEDULED, rowVersion));
    return sessions.alone(change.call(), change::run);
  }

  @Override
  public PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    return purge.purge(tenant, handlerId, states, settledBefore, cursor, limit);
  }

  @Override
  public List<DueQueue> dueQueues(DueQueue after, int limit) {
    return queues.dueQueues(after, limit);
  }
}
