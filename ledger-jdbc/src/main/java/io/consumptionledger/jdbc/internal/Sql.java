package io.consumptionledger.jdbc.internal;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Every statement and the parameters that it must have. The file's name is the statement's name in
 * lower case with dashes; those of transitions are {@link
 * io.consumptionledger.Transition#fileName()}. A transition that needs more than one statement has
 * a {@code -pick} before it, which locks. What {@code -all} stands behind does the same to many
 * rows.
 */
public enum Sql {
  CLAIM(Group.KEY, Group.OWNER, Group.METADATA, Group.CONTENT, "orderSeq", "token", "lease"),
  CLAIM_ALL(Group.OWNER, Group.SHARED, "lease", "rows"),
  TAKE_OVER(Group.KEY, Group.OWNER, "seenToken", "token", "lease", "maxAttempts"),
  DEAD_LETTER_ORPHAN(Group.KEY, Group.CONTENT, Group.FAILURE, "seenToken", "token"),
  RENEW_PICK("keys"),
  RENEW("keys", "lease"),
  DUE_QUEUES("afterHandler", "afterTenant", "limit"),
  CLAIM_DUE_PICK("tenantId", "handlerId", "limit", "smallBytes"),
  CLAIM_DUE_CONTENT("keys"),
  CLAIM_DUE(Group.OWNER, "tenantId", "handlerId", "keys", "lease"),
  CLAIM_DUE_GATES("gates"),
  CLAIM_DUE_HEADS("gates"),
  CLAIM_DUE_HOLD("gates"),
  CLAIM_DUE_WAIT("keys"),

  PARK(Group.KEY, Group.METADATA, Group.CONTENT, "orderSeq"),
  GATE_LOCK(Group.GATE),
  GATE_TRY(Group.GATE),
  GATE_LOOK(Group.GATE),
  GATE_MAKE(Group.GATE),
  GATE_WRITE(Group.GATE, "token", "settledSeq", "arrivalSeq"),
  ORDER_EARLIER(Group.GATE, "orderSeq"),
  ORDER_OPEN(Group.GATE, "limit"),
  ORDER_NEXT(Group.GATE, "limit"),
  ORDER_FREE("keys"),
  BLOCKING_HEADS("tenantId", "handlerId", "limit"),

  SUCCEED(Group.KEY, "token"),
  SCHEDULE_RETRY(Group.KEY, Group.CONTENT, Group.FAILURE, "token", "delay"),
  DEAD_LETTER(Group.KEY, Group.CONTENT, Group.FAILURE, "token"),
  RELEASE(Group.KEY, Group.CONTENT, "token", "delay"),

  SUCCEED_ALL(Group.BATCH),
  SCHEDULE_RETRY_ALL(Group.BATCH),
  DEAD_LETTER_ALL(Group.BATCH),
  RELEASE_ALL(Group.BATCH),

  COMPLETE(Group.KEY, Group.METADATA),
  RECORD_FAILURE(Group.KEY, Group.METADATA, Group.CONTENT, Group.FAILURE, "orderSeq", "delay"),
  RECORD_TERMINAL(Group.KEY, Group.METADATA, Group.CONTENT, Group.FAILURE, "orderSeq"),

  ADMIT(Group.KEY, Group.METADATA, Group.CONTENT, Group.FAILURE, "orderSeq"),

  RECOVER_PICK("handlerId", "limit"),
  RECOVER_ORDERED("handlerId", "limit"),
  RECOVER("keys", "delay"),
  RECOVER_DEAD_LETTER(Group.FAILURE, "keys"),
  EXPIRE_HELD_PICK(Group.OWNER, "tenantId", "handlerId", "limit"),
  EXPIRE_PICK(Group.OWNER, "tenantId", "handlerId", "receivedWithin", "limit"),
  EXPIRE("keys"),
  DEFER(Group.KEY, "rowVersion", "delay"),
  BURY(Group.KEY, Group.FAILURE, "rowVersion", "token"),
  PURGE_PICK(
      "tenantId",
      "handlerId",
      "settledBefore",
      "cursorReceived",
      "cursorEventId",
      "cursorItemKey",
      "limit"),
  PURGE("keys", "states", "settledBefore"),
  PURGE_QUARANTINED("tenantId", "closedBefore", "limit"),
  PURGE_REQUESTS_PICK("tenantId", "closedBefore", "limit"),
  PURGE_REQUEST_ITEMS(Group.REQUEST),
  PURGE_REQUEST(Group.REQUEST),

  AUTHORIZE_REPLAY(Group.KEY, "rowVersion", "token", "authorization"),
  RESOLVE(Group.KEY, "rowVersion", "token", "actor", "reason"),
  DISCARD(Group.KEY, "rowVersion", "token", "actor", "reason"),
  APPEND_AUDIT(Group.KEY, "quarantineId", "action", "actor", "secondActor", "reason", "detail"),
  AUDIT(Group.KEY),

  REPLAY_SELECT(Group.WINDOW, Group.WANTED, "limit"),
  REPLAY_REQUEST_ADD(
      Group.REQUEST, "requester", "reason", "selection", "twoPeople", "itemCount", "selectionHash"),
  REPLAY_REQUEST(Group.REQUEST),
  REPLAY_REQUEST_LOCK(Group.REQUEST),
  REPLAY_REQUEST_SHARE(Group.REQUEST),
  REPLAY_REQUEST_MOVE(Group.REQUEST, "rowVersion", "selectionHash", "state", "actor"),
  REPLAY_REQUESTS("tenantId", "before", "requestId", "limit"),
  REPLAY_ITEMS_ADD(Group.REQUEST, "items"),
  REPLAY_ITEM_LOCK(Group.REQUEST, "position"),
  REPLAY_ITEM_OUTCOME(Group.REQUEST, "position", "outcome", "detail"),
  REPLAY_ITEMS(Group.REQUEST, "position", "limit"),
  REPLAY_ITEMS_OPEN(Group.REQUEST, "position", "limit"),
  REPLAY_ITEMS_IN_FLIGHT(Group.REQUEST, "position", "limit"),
  REPLAY_PREVIEW(Group.REQUEST, "position", "limit"),
  REPLAY_PROGRESS(Group.REQUEST),

  GET(Group.KEY),
  GET_LOCKED(Group.KEY),
  LIST_KEYS("keys"),
  LIST("tenantId", "handlerId", "states", "from", "before", "limit"),
  LIST_DEAD("tenantId", "handlerId", "from", "before", "limit"),
  COUNT("tenantId", "handlerId", "states", "from", "before", "limit"),
  COUNT_DEAD("tenantId", "handlerId", "from", "before", "limit"),
  COUNT_WAITING("tenantId", "handlerId", "limit"),
  CONTENT(Group.KEY),
  TENANTS("handlerId", "afterTenant", "limit"),
  BROKER_POSITIONS("tenantId", "handlerId", "receivedWithin"),

  HANDLERS("tenantId", "afterHandler", "limit"),
  INSPECT(Group.WINDOW, Group.WANTED, "states", "beforeEvent", "beforeItem", "limit"),
  INSPECT_DEAD(Group.WINDOW, Group.WANTED, "beforeEvent", "beforeItem", "limit"),
  INSPECT_REACH(Group.WINDOW, "reach"),
  INSPECT_REACH_DEAD(Group.WINDOW, "reach"),
  INSPECT_COUNT(Group.WINDOW, Group.WANTED, "states", "limit"),
  INSPECT_COUNT_DEAD(Group.WINDOW, Group.WANTED, "limit"),
  ERRORS(Group.WINDOW, "limit"),
  BLOCKED_BY(Group.GATE),
  IN_FLIGHT("tenantId", "handlerId", "from", "limit"),
  COUNT_HELD("tenantId", "handlerId", "limit"),
  COUNT_STATES("tenantId", "handlerId", "from"),
  OLDEST_DUE("tenantId", "handlerId"),
  NODES("limit"),
  ANOMALY_PAGE(Group.KEY, "kinds", "from", "before", "epoch", "kind", "limit"),
  ANOMALIES_OF(Group.KEY, "limit"),
  AUDIT_LOG("tenantId", "from", "before", "beforeId", "limit"),
  AUDIT_LOG_OF(Group.KEY, "beforeId", "limit"),

  RECORD_ANOMALY(Group.KEY, "epoch", "kind", "detail"),
  ANOMALIES("tenantId", "kinds", "from", "before", "limit"),

  START_NODE(Group.OWNER),
  STOP_NODE(Group.OWNER),
  LIVE_TWINS(Group.OWNER, "renewedWithin"),

  HANDLER_CONTROL("tenantId", "handlerId"),
  PAUSE("tenantId", "handlerId", "actor", "reason", "howLong"),
  RESUME("tenantId", "handlerId", "actor", "reason"),
  PAUSED_HANDLERS(),

  QUARANTINE(
      Group.FAILURE,
      "tenantId",
      "quarantineId",
      "handlerId",
      "topic",
      "partition",
      "offset",
      "brokerTimestamp",
      "headers",
      "rawKey",
      "payload",
      "payloadHash"),
  QUARANTINED("tenantId", "quarantineId"),
  QUARANTINE_ENTRY("tenantId", "quarantineId"),
  QUARANTINE_LIST(Group.WINDOW, "which", "beforeMessage", "limit"),
  QUARANTINE_REACH("tenantId", "from", "before", "reach"),
  QUARANTINE_COUNT(Group.WINDOW, "which", "limit"),
  QUARANTINE_LOCK("tenantId", "quarantineId"),
  CLOSE_QUARANTINED("tenantId", "quarantineId", "resolution", "actor", "reason"),

  SET_ISOLATION(),
  SESSION_ID();

  /** Parameters that go together. */
  private static final class Group {
    static final String KEY = "tenantId handlerId eventId itemKey";
    static final String SHARED =
        "tenantId handlerId itemKey eventType aggregateType topic partition";
    static final String BATCH = "tenantId handlerId rows";
    static final String WINDOW = "tenantId handlerId from before";
    static final String WANTED =
        "errorClass errorCode fingerprint eventType aggregateType aggregateId";
    static final String GATE = "tenantId handlerId aggregateType aggregateId";
    static final String REQUEST = "tenantId requestId";
    static final String OWNER = "nodeId incarnation";
    static final String METADATA =
        "eventType aggregateType aggregateId sequence topic partition offset brokerTimestamp"
            + " payloadHash";
    static final String CONTENT = "payloadState payload headers rawKey";
    static final String FAILURE = "errorClass errorType errorCode errorFingerprint errorMessage";
  }

  private final Set<String> parameters = new LinkedHashSet<>();

  Sql(String... groups) {
    Stream.of(groups).flatMap(group -> Arrays.stream(group.split(" "))).forEach(parameters::add);
  }

  /**
   * The name of the statement's file, without its ending.
   *
   * @return for example {@code schedule-retry}
   */
  public String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The parameters that the statement must have, each at least once.
   *
   * @return their names
   */
  public Set<String> parameters() {
    return Set.copyOf(parameters);
  }
}
