package io.consumptionledger.jdbc.metrics;

import io.micrometer.core.instrument.Tags;
import java.util.List;

/** Every meter there is. */
enum LedgerMeter {
  CLAIMS("claims", null, "Starts of handlers", "handler", "transition"),
  SETTLES("settles", null, "Recorded results", "handler", "state", "error.class"),
  DEAD_LETTERS("dead.letters", null, "Rows that became dead letters", "handler", "error.class"),
  PARKED("parked", null, "Messages stored to wait for their turn", "handler"),
  RECOVERIES("recoveries", null, "Rows taken back from dead owners", "handler", "state"),
  REPLAYS_REFUSED(
      "replays.refused",
      null,
      "Waiting rows moved out because they must not or cannot run",
      "handler",
      "reason"),
  NOT_RECORDED("not.recorded", null, "Results that could not be recorded", "handler", "transition"),
  NOT_QUARANTINED(
      "not.quarantined", null, "Messages without a key that could not be kept", "handler"),
  ANOMALIES("anomalies", null, "Things that should not happen", "handler", "kind"),
  USER_CODE_FAILURES(
      "user.code.failures", null, "Policies, alerters, decoders that threw", "handler"),
  LOST_LEASES("lost.leases", null, "Claims lost while the handler ran", "handler"),
  UNKNOWN_HANDLERS("unknown.handlers", null, "Queues of handlers that this node lacks"),
  TICK_FAILURES("tick.failures", null, "Failed looks for due rows, pauses and dead owners"),
  LIVE_TWINS("live.twins", null, "Other processes seen with this node's id"),
  HEARTBEAT_ROUNDS("heartbeat.rounds", "seconds", "Rounds of the heartbeat that worked"),
  HEARTBEAT_FAILURES("heartbeat.failures", null, "Rounds of the heartbeat that failed"),
  HEARTBEAT_CLAIMS("heartbeat.claims", null, "Claims that rounds wanted to renew", "result"),
  BATCH_SIZE("batch.size", "calls", "Calls that were made to the store together", "kind"),
  BATCH_WAIT("batch.wait", "seconds", "How long the first of them waited for its turn", "kind"),
  BATCH_FAILURES(
      "batch.failures", null, "Batches whose calls were made one by one instead", "kind"),
  LEASE_MARGIN("lease.margin", "seconds", "Shortest time that a claim had left at the last round"),
  HELD_CLAIMS("held.claims", "claims", "Claims that this node holds", "handler"),
  PENDING("pending", "rows", "Unresolved rows in the database", "handler", "state"),
  DUE_OLDEST("due.oldest", "seconds", "How long the longest due row has been due", "handler"),
  REPLAY_BLOCKED("replay.blocked", "rows", "Rows that wait behind an earlier one", "handler"),
  STALLED_AGGREGATES(
      "stalled.aggregates",
      "aggregates",
      "Aggregates in which rows wait for a head, by its state",
      "handler",
      "state"),
  STALLED_LONGEST(
      "stalled.longest",
      "seconds",
      "Since when the oldest such head has not moved",
      "handler",
      "state"),
  PAUSED("paused", "tenants", "Tenants for which the handler is paused", "handler"),
  REFRESHES("refreshes", "seconds", "Refreshes of the gauges", "result");

  private static final String PREFIX = "consumption.ledger.";

  private final String suffix;
  private final String unit;
  private final String description;
  private final List<String> tags;

  LedgerMeter(String suffix, String unit, String description, String... tags) {
    this.suffix = suffix;
    this.unit = unit;
    this.description = description;
    this.tags = List.of(tags);
  }

  String fullName() {
    return PREFIX + suffix;
  }

  /** The base unit, or null for a plain count. */
  String unit() {
    return unit;
  }

  String description() {
    return description;
  }

  /** Its tags with these values, in the order of their declaration. */
  Tags tags(List<String> values) {
    if (values.size() != tags.size()) {
      throw new IllegalArgumentException(this + " has the tags " + tags + ", not " + values);
    }
    Tags all = Tags.empty();
    for (int i = 0; i < values.size(); i++) {
      all = all.and(tags.get(i), values.get(i));
    }
    return all;
  }
}
