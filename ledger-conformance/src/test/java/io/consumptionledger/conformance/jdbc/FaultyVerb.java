package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.AuditVerbs;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** The verbs that write, each with a scene in which it succeeds. */
enum FaultyVerb {
  CLAIM(
      s -> {
        ClaimToken token = new ClaimToken(new java.util.UUID(1, 1));
        return on(
            s.key("e1"), () -> s.store().claim(s.full("e1"), token, s.node(), Scenario.LEASE));
      }),
  CLAIM_ALL(
      s -> {
        List<BatchVerbs.NewClaim> claims =
            List.of(
                new BatchVerbs.NewClaim(
                    s.full("e1"), new ClaimToken(new java.util.UUID(4, 1)), Scenario.LEASE),
                new BatchVerbs.NewClaim(
                    s.bare("e2"), new ClaimToken(new java.util.UUID(4, 3)), Scenario.LEASE));
        return new Prepared(
            List.of(s.key("e1"), s.key("e2")),
            () ->
                s.store().claimAll(claims, s.node()).stream()
                    .map(r -> r instanceof ClaimResult.Claimed c ? c.claim() : "there already")
                    .toList());
      }),
  SETTLE_ALL(
      s -> {
        List<Settlement> all =
            List.of(
                new Settlement.Succeed(s.claimFull("e1")),
                new Settlement.ScheduleRetry(
                    s.claim("e2"),
                    s.failure(ErrorClass.RETRYABLE),
                    s.content("e2"),
                    Scenario.DELAY),
                new Settlement.DeadLetter(
                    s.claim("e3"), s.failure(ErrorClass.POISON), s.content("e3")),
                new Settlement.Release(s.claim("e4"), s.content("e4"), Scenario.DELAY));
        return new Prepared(
            all.stream().map(each -> each.claim().key()).toList(),
            () ->
                s.store().settleAll(all).stream()
                    .map(TransitionResult.Applied.class::isInstance)
                    .toList());
      }),
  TAKE_OVER(
      s -> {
        ConsumptionKey key = s.claimFull("e1").key();
        s.leaseEnds();
        RowSummary seen = s.summary(key);
        ClaimToken token = new ClaimToken(new java.util.UUID(2, 2));
        return on(key, () -> s.store().takeOver(seen, token, s.node(), Scenario.LEASE, 3));
      }),
  DEAD_LETTER_ORPHAN(
      s -> {
        ConsumptionKey key = s.claim("e1").key();
        s.leaseEnds();
        RowSummary seen = s.summary(key);
        return on(
            key,
            () ->
                s.store()
                    .deadLetterOrphan(seen, s.failure(ErrorClass.CRASH_LOOP), s.content("e1")));
      }),
  RENEW(
      s -> {
        Claim claim = s.claim("e1");
        return on(
            claim.key(),
            () -> List.copyOf(s.store().renew(List.of(claim), Scenario.LEASE).values()));
      }),
  CLAIM_DUE(
      s -> {
        ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
        return on(
            key,
            () ->
                s.claimDue(3).stream()
                    .map(DueClaim::claim)
                    .map(c -> List.of(c.key(), c.epoch(), c.attempt(), c.yields()))
                    .toList());
      }),
  SUCCEED(
      s -> {
        Claim claim = s.claimFull("e1");
        return on(claim.key(), () -> s.store().succeed(claim));
      }),
  SCHEDULE_RETRY(
      s -> {
        Claim claim = s.claim("e1");
        return on(
            claim.key(),
            () ->
                s.store()
                    .scheduleRetry(
                        claim, s.failure(ErrorClass.RETRYABLE), s.content("e1"), Scenario.DELAY));
      }),
  DEAD_LETTER(
      s -> {
        Claim claim = s.claim("e1");
        return on(
            claim.key(),
            () -> s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.content("e1")));
      }),
  RELEASE(
      s -> {
        Claim claim = s.claim("e1");
        return on(claim.key(), () -> s.store().release(claim, s.content("e1"), Scenario.DELAY));
      }),
  COMPLETE(s -> on(s.key("e1"), () -> s.store().complete(s.bare("e1")))),
  RECORD_FAILURE(
      s ->
          on(
              s.key("e1"),
              () ->
                  s.store()
                      .recordFailure(
                          s.full("e1"), s.failure(ErrorClass.RETRYABLE), Scenario.DELAY))),
  RECORD_TERMINAL(
      s ->
          on(
              s.key("e1"),
              () -> s.store().recordTerminal(s.full("e1"), s.failure(ErrorClass.POISON)))),
  CLAIM_ORDERED(
      s -> {
        ClaimToken token = new ClaimToken(new java.util.UUID(3, 3));
        return on(
            s.key("e1"),
            () -> s.store().claim(Aggregates.bare(s, "e1", null), token, s.node(), Scenario.LEASE));
      }),
  PARK(
      s -> {
        Aggregates.claim(s, "head", 1);
        return on(s.key("e2"), () -> s.store().park(s.placed(s.key("e2"), 2)));
      }),
  SUCCEED_ORDERED(
      s -> {
        Claim head = Aggregates.claim(s, "head", 1);
        ConsumptionKey next = Aggregates.park(s, "e2", 2);
        return new Prepared(List.of(head.key(), next), () -> s.store().succeed(head));
      }),
  DISCARD_ORDERED(
      s -> {
        ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
        ConsumptionKey next = Aggregates.park(s, "e2", 2);
        long version = s.version(head);
        return new Prepared(
            List.of(head, next), () -> s.store().discard(head, version, s.action()));
      }),
  TAKE_OVER_ORDERED(
      s -> {
        ConsumptionKey key = Aggregates.claim(s, "e1", 1).key();
        s.leaseEnds();
        RowSummary seen = s.summary(key);
        ClaimToken token = new ClaimToken(new java.util.UUID(4, 4));
        return on(key, () -> s.store().takeOver(seen, token, s.node(), Scenario.LEASE, 3));
      }),
  CLAIM_DUE_ORDERED(
      s -> {
        ConsumptionKey head = Aggregates.open(s, ConsumptionState.RETRY_SCHEDULED, "e1", 1).key();
        Claim second = s.claim(Aggregates.placed(s, s.key("e2"), Aggregates.FIRST, 1L));
        Aggregates.retry(s, second, Duration.ZERO);
        s.fixture().elapse(Scenario.DELAY.multipliedBy(2));
        return new Prepared(
            List.of(head, second.key()),
            () ->
                s.claimDue(3).stream()
                    .map(DueClaim::claim)
                    .map(c -> List.of(c.key(), c.epoch(), c.attempt(), c.order()))
                    .toList());
      }),
  RECORD_TERMINAL_ORDERED(
      s ->
          on(
              s.key("e1"),
              () ->
                  s.store()
                      .recordTerminal(
                          Aggregates.placed(s, s.key("e1"), Aggregates.FIRST, null),
                          s.failure(ErrorClass.POISON)))),
  RECOVER_ORDERED(
      s -> {
        ConsumptionKey key = s.claim(s.placed(s.key("e1"), 1)).key();
        s.leaseEnds();
        return on(
            key,
            () ->
                s.store()
                    .recover(
                        s.handler(),
                        3,
                        OnOrphan.RERUN,
                        s.failure(ErrorClass.CRASH_LOOP),
                        s.failure(ErrorClass.UNRECOVERABLE),
                        Scenario.DELAY,
                        10));
      }),
  RECOVER(
      s -> {
        ConsumptionKey key = s.claimFull("e1").key();
        s.leaseEnds();
        return on(
            key,
            () ->
                s.store()
                    .recover(
                        s.handler(),
                        3,
                        OnOrphan.RERUN,
                        s.failure(ErrorClass.CRASH_LOOP),
                        s.failure(ErrorClass.UNRECOVERABLE),
                        Scenario.DELAY,
                        10));
      }),
  RECOVER_TO_DEAD_LETTER(
      s -> {
        ConsumptionKey key = s.claimFull("e1").key();
        s.leaseEnds();
        return on(
            key,
            () ->
                s.store()
                    .recover(
                        s.handler(),
                        3,
                        OnOrphan.DEAD_LETTER,
                        s.failure(ErrorClass.CRASH_LOOP),
                        s.failure(ErrorClass.UNRECOVERABLE),
                        Scenario.DELAY,
                        10));
      }),
  DEFER(
      s -> {
        ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
        long version = s.version(key);
        return on(key, () -> s.store().defer(key, version, Scenario.DELAY));
      }),
  BURY(
      s -> {
        ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
        long version = s.version(key);
        return on(key, () -> s.store().bury(key, version, s.failure(ErrorClass.UNRECOVERABLE)));
      }),
  AUTHORIZE_REPLAY(
      s -> {
        ConsumptionKey key = s.dead("e1");
        long version = s.version(key);
        return on(key, () -> s.store().authorizeReplay(key, version, s.approval()));
      }),
  RESOLVE(
      s -> {
        ConsumptionKey key = s.dead("e1");
        long version = s.version(key);
        return on(key, () -> s.store().resolve(key, version, s.action()));
      }),
  DISCARD(
      s -> {
        ConsumptionKey key = s.dead("e1");
        long version = s.version(key);
        return on(key, () -> s.store().discard(key, version, s.action()));
      }),
  EXPIRE(
      s -> {
        ConsumptionKey key = s.claim("e1").key();
        Node restarted = Node.start(s.node().id());
        return on(
            key,
            () ->
                Moved.of(
                    s.store()
                        .expire(Tenant.DEFAULT, s.handler(), restarted, Duration.ofDays(1), 10)));
      }),
  EXPIRE_HELD(
      s -> {
        ConsumptionKey key = s.claimFull("e1").key();
        Node restarted = Node.start(s.node().id());
        return on(
            key,
            () ->
                Moved.of(
                    s.store()
                        .expire(Tenant.DEFAULT, s.handler(), restarted, Duration.ofDays(1), 10)));
      }),
  START_NODE(s -> on(s.key("e1"), () -> done(() -> s.store().startNode(s.node())))),
  STOP_NODE(
      s -> {
        s.store().startNode(s.node());
        return on(s.key("e1"), () -> done(() -> s.store().stopNode(s.node())));
      }),
  HEARTBEAT(
      s -> {
        Claim claim = s.claim("e1");
        return on(
            claim.key(),
            () -> {
              try (HeartbeatSession heartbeat = s.store().openHeartbeat(Duration.ofSeconds(20))) {
                heartbeat.beat(s.node());
                return List.copyOf(heartbeat.renew(List.of(claim), Scenario.LEASE).values());
              }
            });
      }),
  PAUSE(
      s ->
          on(
              s.key("e1"),
              () ->
                  done(
                      () ->
                          s.store()
                              .pause(Tenant.DEFAULT, s.handler(), s.action(), Scenario.DELAY)))),
  RESUME(
      s -> {
        s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), null);
        return on(s.key("e1"), () -> s.store().resume(Tenant.DEFAULT, s.handler(), s.action()));
      }),
  PURGE(
      s -> {
        ConsumptionKey key = s.succeeded("e1");
        s.fixture().elapse(Duration.ofDays(2));
        return on(
            key,
            () ->
                Moved.of(
                    s.store()
                        .purge(
                            Tenant.DEFAULT,
                            s.handler(),
                            Set.of(ConsumptionState.SUCCEEDED),
                            Duration.ofDays(1),
                            null,
                            10)
                        .deleted()));
      }),
  ANOMALY(
      s ->
          on(
              s.key("e1"),
              () ->
                  Moved.of(
                      s.store()
                              .recordAnomaly(
                                  new Anomaly(
                                      s.key("e1"), 1, AnomalyKind.LATE_SETTLE, "late", null))
                          ? 1
                          : 0))),
  QUARANTINE(s -> on(s.key("e1"), () -> Moved.of(s.store().quarantine(message(s, 1)) ? 1 : 0))),
  ADMIT(
      s -> {
        QuarantinedMessage message = undecodable(s, 1);
        return on(
            s.key("e1"),
            () -> s.store().admit(Tenant.DEFAULT, message.id(), s.full("e1"), s.action()));
      }),
  ADMIT_ORDERED(
      s -> {
        QuarantinedMessage message = undecodable(s, 1);
        return on(
            s.key("e1"),
            () ->
                s.store()
                    .admit(Tenant.DEFAULT, message.id(), s.placed(s.key("e1"), 1), s.action()));
      }),
  ADMIT_DUPLICATE(
      s -> {
        ConsumptionKey key = s.succeeded("e1");
        QuarantinedMessage message = undecodable(s, 1);
        return on(
            key,
            () ->
                s.store().admit(Tenant.DEFAULT, message.id(), s.full(key), s.action())
                    instanceof AdmitResult.Duplicate);
      }),
  DISCARD_QUARANTINED(
      s -> {
        QuarantinedMessage message = undecodable(s, 1);
        return on(
            s.key("e1"),
            () -> s.store().discardQuarantined(Tenant.DEFAULT, message.id(), s.action()));
      }),
  PURGE_QUARANTINED(
      s -> {
        String id = undecodable(s, 1).id();
        s.store().discardQuarantined(Tenant.DEFAULT, id, s.action());
        s.fixture().elapse(Duration.ofDays(2));
        return on(
            s.key("e1"),
            () ->
                Moved.of(
                    s.store()
                        .purgeQuarantined(Tenant.DEFAULT, Duration.ofDays(1), 10, s.action())
                        .deleted()));
      }),
  PURGE_REPLAY_REQUESTS(
      s -> {
        ConsumptionKey key = s.dead("e1");
        UUID id = Requests.asked(s, key).id();
        Requests.done(
            s.store()
                .decideReplay(Tenant.DEFAULT, id, Requests.no(Verdict.REJECT, Requests.APPROVER)));
        s.fixture().elapse(Duration.ofDays(2));
        return on(
            key,
            () ->
                Moved.of(
                    s.store()
                        .purgeReplayRequests(Tenant.DEFAULT, Duration.ofDays(1), 10, s.action())
                        .deleted()));
      }),
  PURGE_ROWS(
      s -> {
        ConsumptionKey key = s.succeeded("e1");
        s.fixture().elapse(Duration.ofDays(2));
        Purge what =
            new Purge(
                Tenant.DEFAULT,
                s.handler(),
                Set.of(ConsumptionState.SUCCEEDED),
                Duration.ofDays(1));
        return on(key, () -> Moved.of(s.store().purgeRows(what, List.of(key), s.action())));
      });

  /**
   * An answer that only counts what this very call did. After a lost reply the count of what is
   * gone, or new, may have been counted by the try that nobody heard of.
   *
   * @param rows how many
   */
  private record Moved(int rows) {
    static Moved of(int rows) {
      return new Moved(rows);
    }
  }

  private final Function<Scenario, Prepared> scene;

  FaultyVerb(Function<Scenario, Prepared> scene) {
    this.scene = scene;
  }

  /**
   * A verb that is ready to run.
   *
   * @param keys the rows that it touches
   * @param verb the call
   */
  record Prepared(List<ConsumptionKey> keys, Callable<Object> verb) {
    Object run() {
      try {
        return verb.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static boolean done(Runnable action) {
    action.run();
    return true;
  }

  /** A message without a key. */
  private static QuarantinedMessage message(Scenario s, int body) {
    return new QuarantinedMessage(
        Tenant.DEFAULT,
        s.handler(),
        Metadata.NONE,
        Headers.none(),
        null,
        Payload.of(new byte[] {(byte) body}),
        s.failure(ErrorClass.POISON));
  }

  /** One that is kept. */
  static QuarantinedMessage undecodable(Scenario s, int body) {
    QuarantinedMessage message = message(s, body);
    s.store().quarantine(message);
    return message;
  }

  private static Prepared on(ConsumptionKey key, Callable<Object> verb) {
    return new Prepared(List.of(key), verb);
  }

  Prepared prepare(Scenario s) {
    return scene.apply(s);
  }

  /** What stands in tables beside the main one. */
  static String others(Scenario s) {
    return String.join(
        " ",
        s.store().anomalies(Tenant.DEFAULT, EnumSet.allOf(AnomalyKind.class), null, null, 9).size()
            + " anomalies",
        s.store().quarantineList(Tenant.DEFAULT, 9).stream()
                .map(entry -> entry.closing() == null ? "open" : entry.closing().as().name())
                .sorted()
                .toList()
            + " quarantined messages",
        s.store().replayRequests(Tenant.DEFAULT, 9).size() + " requests",
        s.store().auditLog(Tenant.DEFAULT, null, null, null, 99).stream()
            .map(AuditVerbs.AuditLine::action)
            .toList()
            .toString(),
        s.store().liveTwins(Node.start(s.node().id()), Duration.ofDays(1)).size() + " nodes",
        s.store().pausedHandlers().size() + " paused handlers");
  }

  /** DONE and EARLIER are the same after a fault, and so are counts that an earlier try took. */
  boolean sameAnswer(Object sound, Object broken) {
    if (sound instanceof TransitionResult.Applied) {
      return broken instanceof TransitionResult.Applied;
    }
    if (sound instanceof RecordResult.Recorded) {
      return broken instanceof RecordResult.Recorded;
    }
    if (sound instanceof AdmitResult.Admitted) {
      return broken instanceof AdmitResult.Admitted;
    }
    if (sound instanceof Moved) {
      return broken instanceof Moved;
    }
    return sound.equals(broken);
  }
}
