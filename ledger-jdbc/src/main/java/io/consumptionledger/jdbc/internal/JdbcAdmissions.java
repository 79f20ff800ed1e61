package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Failure;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.QuarantineVerbs.Closing;
import io.consumptionledger.spi.QuarantineVerbs.Resolution;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/**
 * How quarantined messages end. The gate of the row's aggregate is locked first, then the message,
 * then the row is made; row, closing and audit are written together, or nothing.
 */
final class JdbcAdmissions {
  private static final int MOST_ROUNDS = 5;

  /** Lines of the audit among which a call's own one is, if it was a moment ago. */
  private static final int NEWEST = 20;

  private final Sessions sessions;
  private final Gates gates;

  JdbcAdmissions(Sessions sessions) {
    this.sessions = sessions;
    this.gates = new Gates(sessions);
  }

  /** Which message. */
  private record Message(Tenant tenant, String id) {
    Params params() {
      return JdbcQuarantine.message(tenant, id);
    }

    /** A line of the audit; the key is null where it is about the message alone. */
    Params line(ConsumptionKey key, Resolution as, OperatorAction action, String detail) {
      Params line =
          key == null
              ? params().text("handlerId", null).text("eventId", null).text("itemKey", null)
              : Params.key(key).text("quarantineId", id);
      return line.text("action", as.action())
          .text("actor", action.actor())
          .text("secondActor", null)
          .text("reason", action.reason())
          .text("detail", action.detail(detail));
    }
  }

  /** A message that is locked, as far as it matters for its end. */
  private record Locked(Failure failure, Closing closing) {
    static Locked of(ResultSet row) throws SQLException {
      return new Locked(RowMapper.failure(row), JdbcQuarantine.closing(row));
    }

    boolean isClosedBy(Resolution as, OperatorAction action) {
      return closing != null
          && closing.as() == as
          && closing.by().equals(action.actor())
          && closing.reason().equals(action.reason());
    }
  }

  AdmitResult admit(Tenant tenant, String id, NewRow row, OperatorAction action) {
    Call call = Call.of(Transition.ADMIT, row.key());
    Objects.requireNonNull(action, "action");
    if (row.content() == null) {
      throw new IllegalArgumentException(call + " needs content");
    }
    Message message = new Message(tenant, id);
    return sessions.transaction(call, session -> admit(session, call, message, row, action));
  }

  private AdmitResult admit(
      Session session, Call call, Message message, NewRow row, OperatorAction action)
      throws SQLException {
    Gate gate = gate(session, call, row);
    Locked locked = session.one(Sql.QUARANTINE_LOCK, message.params(), Locked::of);
    if (locked == null) {
      return new AdmitResult.NotFound();
    }
    if (locked.closing() != null) {
      return session.replyLost() && locked.isClosedBy(Resolution.REPLAYED, action)
          ? earlier(session, message, row.key())
          : new AdmitResult.Closed(locked.closing().as());
    }
    RowSummary there = insert(session, call, row, locked.failure(), gate);
    if (there != null && !there.hash().equals(Optional.ofNullable(row.payloadHash()))) {
      return new AdmitResult.Taken(there);
    }
    if (close(session, message, Resolution.REPLAYED, action) != 1) {
      throw call.failed("did not close the message that it had locked");
    }
    if (there != null) {
      String detail = QuarantineVerbs.duplicate(there);
      session.update(Sql.APPEND_AUDIT, message.line(null, Resolution.REPLAYED, action, detail));
      return new AdmitResult.Duplicate(there);
    }
    tell(session, message, row.key(), action);
    return new AdmitResult.Admitted(Commit.DONE);
  }

  /**
   * What the call had done whose reply was lost: only its audit tells a new row from a duplicate.
   */
  private static AdmitResult earlier(Session session, Message message, ConsumptionKey key)
      throws SQLException {
    Params newest = Params.key(key).number("beforeId", Long.MAX_VALUE).number("limit", NEWEST);
    boolean isMade =
        session.list(Sql.AUDIT_LOG_OF, newest, line -> line.getString("quarantine_id")).stream()
            .anyMatch(message.id()::equals);
    if (isMade) {
      return new AdmitResult.Admitted(Commit.EARLIER);
    }
    Row there = session.getLocked(key);
    return there == null
        ? new AdmitResult.Closed(Resolution.REPLAYED)
        : new AdmitResult.Duplicate(there.summary());
  }

  private Gate gate(Session session, Call call, NewRow row) throws SQLException {
    if (row.order() == null) {
      return null;
    }
    Gate gate = gates.enter(session, GateKey.of(row.key(), row.order()));
    if (gate == null) {
      throw call.failed("cannot wait for the aggregate inside a caller's transaction");
    }
    return gate;
  }

  /** The row that is in the way, or null when this one was made. */
  private static RowSummary insert(
      Session session, Call call, NewRow row, Failure failure, Gate gate) throws SQLException {
    Params params = Params.row(row).content(row.content()).failure(failure);
    Gate arrived = gate;
    if (gate != null) {
      long place = gate.place(row.order());
      params.number("orderSeq", place);
      arrived = gate.arrived(row.order(), place);
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (session.insert(Sql.ADMIT, params)) {
        if (gate != null) {
          // Also when it stays the same: who settles the head in an older snapshot must be told.
          Gates.write(session, arrived);
        }
        return null;
      }
      Row there = session.getLocked(row.key());
      if (there != null) {
        return there.summary();
      }
    }
    throw call.failed("met a row that comes and goes");
  }

  boolean close(Tenant tenant, String id, Resolution as, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    Message message = new Message(tenant, id);
    return sessions.transaction(
        new Call(as.action(), id),
        session -> {
          if (close(session, message, as, action) == 0) {
            Locked found =
                session.replyLost()
                    ? session.one(Sql.QUARANTINE_LOCK, message.params(), Locked::of)
                    : null;
            return found != null && found.isClosedBy(as, action);
          }
          session.update(Sql.APPEND_AUDIT, message.line(null, as, action, null));
          return true;
        });
  }

  private static int close(Session session, Message message, Resolution as, OperatorAction action)
      throws SQLException {
    return session.update(
        Sql.CLOSE_QUARANTINED,
        message
            .params()
            .text("resolution", as.name())
            .text("actor", action.actor())
            .text("reason", action.reason()));
  }

  /** Told to the tenant of the row, and to that of the message if it is another. */
  private static void tell(
      Session session, Message message, ConsumptionKey key, OperatorAction action)
      throws SQLException {
    session.update(Sql.APPEND_AUDIT, message.line(key, Resolution.REPLAYED, action, null));
    if (!key.tenant().equals(message.tenant())) {
      String detail = QuarantineVerbs.admittedTo(key);
      session.update(Sql.APPEND_AUDIT, message.line(null, Resolution.REPLAYED, action, detail));
    }
  }
}
