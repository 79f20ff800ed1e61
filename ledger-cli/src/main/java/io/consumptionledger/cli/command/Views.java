package io.consumptionledger.cli.command;

import io.consumptionledger.Anomaly;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.operations.AuditRecord;
import io.consumptionledger.operations.Closed;
import io.consumptionledger.operations.ErrorKinds.ErrorKind;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.RowVersion;
import java.util.function.Function;

/** What is shown of the things that several commands show. */
final class Views {
  static final View<ListedRow> ROW = row();
  static final View<ErrorKind> ERROR_KIND =
      new View<ErrorKind>()
          .column("count", ErrorKind::count)
          .column("handler", ErrorKind::handlerId)
          .column("errorClass", kind -> kind.example().errorClass())
          .column("code", kind -> kind.example().code())
          .detail("type", kind -> kind.example().type())
          .column("firstSeen", ErrorKind::firstSeen)
          .column("lastSeen", ErrorKind::lastSeen)
          .text("message", kind -> kind.example().message())
          .column("fingerprint", kind -> kind.example().fingerprint());
  static final View<AuditRecord> AUDIT =
      new View<AuditRecord>()
          .column("at", AuditRecord::at)
          .column("action", AuditRecord::action)
          .column("actor", AuditRecord::actor)
          .column("secondActor", AuditRecord::secondActor)
          .column("handler", AuditRecord::handlerId)
          .column("event", AuditRecord::eventId)
          .detail("item", record -> "".equals(record.itemKey()) ? null : record.itemKey())
          .detail("quarantineId", AuditRecord::quarantineId)
          .text("reason", AuditRecord::reason)
          .text("detail", AuditRecord::detail);
  static final View<Anomaly> ANOMALY =
      named(new View<Anomaly>().column("seenAt", Anomaly::seenAt), Anomaly::key)
          .column("kind", Anomaly::kind)
          .detail("epoch", Anomaly::epoch)
          .text("detail", Anomaly::detail);
  static final View<RowVersion> VERSION =
      named(new View<RowVersion>(), RowVersion::key).column("version", Views::version);
  static final View<Closed> CLOSED =
      version(new View<Closed>(), Closed::row)
          .column("outcome", Closed::outcome)
          .column("detail", Closed::detail);
  static final View<ReplayItem> REPLAY_ITEM =
      version(new View<ReplayItem>().column("position", ReplayItem::position), ReplayItem::row)
          .column("outcome", ReplayItem::outcome)
          .column("detail", ReplayItem::detail);
  static final View<ReplayRequest> REQUEST =
      new View<ReplayRequest>()
          .column("id", ReplayRequest::id)
          .column("state", ReplayRequest::state)
          .column("rows", ReplayRequest::count)
          .column("requester", ReplayRequest::requester)
          .column("requestedAt", ReplayRequest::requestedAt)
          .column("decidedBy", ReplayRequest::decidedBy)
          .detail("decidedAt", ReplayRequest::decidedAt)
          .detail("finishedAt", ReplayRequest::finishedAt)
          .detail("twoPeople", ReplayRequest::twoPeople)
          .text("selection", ReplayRequest::selection)
          .text("reason", ReplayRequest::reason)
          .detail("hash", ReplayRequest::hash);

  private Views() {}

  private static View<ListedRow> row() {
    return named(new View<ListedRow>(), ListedRow::key)
        .column("state", ListedRow::state)
        .column("attempt", ListedRow::attempt)
        .column("version", ListedRow::rowVersion)
        .column("receivedAt", ListedRow::receivedAt)
        .column("updatedAt", ListedRow::updatedAt)
        .detail("tenant", row -> row.key().tenant().id())
        .detail("waitReason", ListedRow::waitReason)
        .detail("dueAt", ListedRow::dueAt)
        .detail("deadSince", ListedRow::deadSince)
        .detail("yields", ListedRow::yields)
        .detail("replayGeneration", ListedRow::replayGeneration)
        .detail("eventType", row -> row.metadata().eventType())
        .detail("aggregateType", row -> row.metadata().aggregateType())
        .detail("aggregate", row -> row.metadata().aggregateId())
        .detail("place", ListedRow::place)
        .detail("topic", row -> row.metadata().topic())
        .detail("partition", row -> row.metadata().partition())
        .detail("offset", row -> row.metadata().offset())
        .detail("brokerTimestamp", row -> row.metadata().brokerTimestamp())
        .detail("payload", ListedRow::payloadState)
        .detail("node", ListedRow::nodeId)
        .detail("leaseLeft", ListedRow::leaseLeft)
        .detail("errorClass", failed(Failure::errorClass))
        .column("code", failed(Failure::code))
        .detail("type", failed(Failure::type))
        .detail("fingerprint", failed(Failure::fingerprint))
        .text("message", failed(Failure::message))
        .detail("closedBy", ListedRow::closedBy)
        .detail("closedReason", ListedRow::closedReason);
  }

  private static Function<ListedRow, Object> failed(Function<Failure, Object> part) {
    return row -> row.failure() == null ? null : part.apply(row.failure());
  }

  /** Adds the name of a row. */
  static <T> View<T> named(View<T> view, Function<T, ConsumptionKey> key) {
    return view.column("handler", thing -> key.apply(thing).handlerId())
        .column("event", thing -> key.apply(thing).eventId())
        .column("item", thing -> item(key.apply(thing)));
  }

  private static String item(ConsumptionKey key) {
    return key.itemKey().isEmpty() ? null : key.itemKey();
  }

  private static <T> View<T> version(View<T> view, Function<T, RowVersion> row) {
    return named(view, row.andThen(RowVersion::key))
        .detail("version", thing -> version(row.apply(thing)));
  }

  private static Long version(RowVersion row) {
    return row.version() == RowVersion.ANY ? null : row.version();
  }
}
