package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.AuditVerbs;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.EnumSet;
import java.util.function.Function;

/** The verbs that write, each with a scene in which it succeeds. */
enum FaultyVerb {
  CLAIM(ConsumptionScenes::claim),
  CLAIM_ALL(ConsumptionScenes::claimAll),
  SETTLE_ALL(ConsumptionScenes::settleAll),
  TAKE_OVER(ConsumptionScenes::takeOver),
  DEAD_LETTER_ORPHAN(ConsumptionScenes::deadLetterOrphan),
  RENEW(ConsumptionScenes::renew),
  CLAIM_DUE(ConsumptionScenes::claimDue),
  SUCCEED(ConsumptionScenes::succeed),
  SCHEDULE_RETRY(ConsumptionScenes::scheduleRetry),
  DEAD_LETTER(ConsumptionScenes::deadLetter),
  RELEASE(ConsumptionScenes::release),
  COMPLETE(ConsumptionScenes::complete),
  RECORD_FAILURE(ConsumptionScenes::recordFailure),
  RECORD_TERMINAL(ConsumptionScenes::recordTerminal),
  CLAIM_ORDERED(OrderedScenes::claim),
  PARK(OrderedScenes::park),
  SUCCEED_ORDERED(OrderedScenes::succeed),
  DISCARD_ORDERED(OrderedScenes::discard),
  TAKE_OVER_ORDERED(OrderedScenes::takeOver),
  CLAIM_DUE_ORDERED(OrderedScenes::claimDue),
  RECORD_TERMINAL_ORDERED(OrderedScenes::recordTerminal),
  RECOVER_ORDERED(NodeScenes::recoverOrdered),
  RECOVER(NodeScenes::recover),
  RECOVER_TO_DEAD_LETTER(NodeScenes::recoverToDeadLetter),
  DEFER(NodeScenes::defer),
  BURY(NodeScenes::bury),
  EXPIRE(NodeScenes::expire),
  EXPIRE_HELD(NodeScenes::expireHeld),
  START_NODE(NodeScenes::startNode),
  STOP_NODE(NodeScenes::stopNode),
  HEARTBEAT(NodeScenes::heartbeat),
  ANOMALY(NodeScenes::anomaly),
  AUTHORIZE_REPLAY(OperatorScenes::authorizeReplay),
  RESOLVE(OperatorScenes::resolve),
  DISCARD(OperatorScenes::discard),
  PAUSE(OperatorScenes::pause),
  RESUME(OperatorScenes::resume),
  PURGE(OperatorScenes::purge),
  PURGE_REPLAY_REQUESTS(OperatorScenes::purgeReplayRequests),
  PURGE_ROWS(OperatorScenes::purgeRows),
  QUARANTINE(QuarantineScenes::quarantine),
  ADMIT(QuarantineScenes::admit),
  ADMIT_ORDERED(QuarantineScenes::admitOrdered),
  ADMIT_DUPLICATE(QuarantineScenes::admitDuplicate),
  DISCARD_QUARANTINED(QuarantineScenes::discardQuarantined),
  PURGE_QUARANTINED(QuarantineScenes::purgeQuarantined);

  private final Function<Scenario, Prepared> scene;

  FaultyVerb(Function<Scenario, Prepared> scene) {
    this.scene = scene;
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
    if (sound instanceof Prepared.Moved) {
      return broken instanceof Prepared.Moved;
    }
    return sound.equals(broken);
  }
}
