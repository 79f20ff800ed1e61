package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.operations.Claimed;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Status;
import io.consumptionledger.operations.Status.HandlerStatus;
import io.consumptionledger.operations.Status.LiveNode;
import io.consumptionledger.operations.Status.Pause;
import java.util.function.Function;

/** How things stand. */
final class StatusReport {
  private static final int MOST_CLAIMS = 100;
  private static final View<HandlerStatus> HANDLER =
      new View<HandlerStatus>()
          .column("handler", HandlerStatus::handlerId)
          .column("deadLetter", of(ConsumptionState.DEAD_LETTER))
          .column("retryScheduled", of(ConsumptionState.RETRY_SCHEDULED))
          .column("overdue", HandlerStatus::oldestDue)
          .column("processing", of(ConsumptionState.PROCESSING))
          .column("succeeded", of(ConsumptionState.SUCCEEDED))
          .column("discarded", of(ConsumptionState.DISCARDED));
  private static final View<Pause> PAUSE =
      new View<Pause>()
          .column("handler", Pause::handlerId)
          .column("by", Pause::by)
          .column("since", Pause::since)
          .column("left", Pause::left)
          .text("reason", Pause::reason);
  private static final View<LiveNode> NODE =
      new View<LiveNode>()
          .column("node", LiveNode::id)
          .column("startedAt", LiveNode::startedAt)
          .column("sinceRenewal", LiveNode::sinceRenewal)
          .detail("incarnation", LiveNode::incarnation);
  private static final View<Claimed> CLAIM =
      Views.named(new View<Claimed>().column("node", Claimed::nodeId), Claimed::key)
          .column("attempt", Claimed::attempt)
          .column("held", Claimed::held)
          .column("leaseLeft", Claimed::leaseLeft)
          .detail("leaseExpiresAt", Claimed::leaseExpiresAt)
          .detail("incarnation", Claimed::incarnation);

  private StatusReport() {}

  private static Function<HandlerStatus, Object> of(ConsumptionState state) {
    return handler -> handler.counts().get(state);
  }

  static Report of(Operations operations, Tenant tenant, int limit, boolean withClaims) {
    Status status = operations.overview().status(tenant, limit);
    Report report =
        new Report()
            .table("handlers", HANDLER, status.handlers(), "No rows.")
            .table("paused", "Paused", PAUSE, status.paused(), null)
            .table("nodes", "Nodes", NODE, status.nodes(), "None has been heard of.");
    return withClaims
        ? report.table(
            "claims",
            "Claims in flight",
            CLAIM,
            operations.overview().inFlight(tenant, null, MOST_CLAIMS),
            "None.")
        : report;
  }
}
