package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.HandlerControlVerbs;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Which handlers are paused: the row is locked, changed, and the audit written, or nothing. */
final class JdbcControls implements HandlerControlVerbs {
  private final Sessions sessions;

  JdbcControls(Sessions sessions) {
    this.sessions = sessions;
  }

  /** Which way a change goes. */
  private enum Mode {
    PAUSED(Sql.PAUSE),
    RUNNING(Sql.RESUME);

    private final Sql sql;

    Mode(Sql sql) {
      this.sql = sql;
    }
  }

  /** A control row, or what stands for none. */
  private record Control(Mode mode, String by, String reason, long version, boolean isPaused) {
    static final Control NONE = new Control(Mode.RUNNING, null, null, 0, false);

    static Control of(ResultSet row) throws SQLException {
      return new Control(
          Mode.valueOf(row.getString("mode")),
          row.getString("changed_by"),
          row.getString("reason"),
          row.getLong("row_version"),
          row.getBoolean("is_paused"));
    }
  }

  @Override
  public void pause(Tenant tenant, String handlerId, OperatorAction action, Duration howLong) {
    HandlerControlVerbs.checkedPause(howLong);
    Change change = new Change(Mode.PAUSED, tenant, handlerId, action, howLong);
    sessions.transaction(change.call(), change::pause);
  }

  @Override
  public boolean resume(Tenant tenant, String handlerId, OperatorAction action) {
    Change change = new Change(Mode.RUNNING, tenant, handlerId, action, null);
    return sessions.transaction(change.call(), change::resume);
  }

  @Override
  public List<PausedHandler> pausedHandlers() {
    return sessions
        .alone(
            new Call("PAUSED_HANDLERS", "all tenants"),
            session -> session.list(Sql.PAUSED_HANDLERS, new Params(), JdbcControls::paused))
        .stream()
        .filter(Objects::nonNull)
        .toList();
  }

  /** A row of a tenant that cannot be, written by hand, pauses nobody. */
  private static PausedHandler paused(ResultSet row) throws SQLException {
    Tenant tenant = RowMapper.tenantIfReadable(row.getString("tenant_id"));
    Long left = RowMapper.number(row, "pause_left");
    return tenant == null
        ? null
        : new PausedHandler(
            tenant,
            row.getString("handler_id"),
            row.getString("changed_by"),
            row.getString("reason"),
            RowMapper.instant(row, "changed_micros"),
            left == null ? null : Micros.left(left));
  }

  /** One change. It outlives a try, so that a lost reply can be decided by what it had seen. */
  private static final class Change {
    private final Mode to;
    private final Tenant tenant;
    private final String handlerId;
    private final OperatorAction action;
    private final Duration howLong;
    private Control seen;

    Change(Mode to, Tenant tenant, String handlerId, OperatorAction action, Duration howLong) {
      ConsumptionKey checked = new ConsumptionKey(tenant, handlerId, "any", "");
      this.to = to;
      this.tenant = checked.tenant();
      this.handlerId = checked.handlerId();
      this.action = Objects.requireNonNull(action, "action");
      this.howLong = howLong;
    }

    Call call() {
      return new Call(to.sql.name(), tenant + "/" + handlerId);
    }

    private Params row() {
      return new Params().text("tenantId", tenant.id()).text("handlerId", handlerId);
    }

    boolean pause(Session session) throws SQLException {
      Control now = locked(session);
      if (!isMade(session, now)) {
        make(session, now);
      }
      return true;
    }

    /** The end of a pause is no change: who resumes after it resumes nothing. */
    boolean resume(Session session) throws SQLException {
      Control now = locked(session);
      if (isMade(session, now)) {
        return true;
      }
      if (now.isPaused) {
        make(session, now);
      }
      return now.isPaused;
    }

    private Control locked(Session session) throws SQLException {
      Control found = session.one(Sql.HANDLER_CONTROL, row(), Control::of);
      return found == null ? Control.NONE : found;
    }

    /**
     * Whether an earlier try was committed: the row moved by one version since that try saw it, to
     * what the try writes. If others changed it since, this change is made after theirs.
     */
    private boolean isMade(Session session, Control now) {
      return session.replyLost()
          && seen != null
          && now.version == seen.version + 1
          && now.mode == to
          && action.actor().equals(now.by)
          && action.reason().equals(now.reason);
    }

    private void make(Session session, Control now) throws SQLException {
      seen = now;
      Params params =
          row()
              .text("actor", action.actor())
              .text("reason", action.reason())
              .span("howLong", howLong);
      session.update(to.sql, params);
      session.update(
          Sql.APPEND_AUDIT,
          params
              .text("eventId", null)
              .text("itemKey", null)
              .text("quarantineId", null)
              .text("action", to.sql.name())
              .text("secondActor", null)
              .text("detail", howLong == null ? null : "for " + howLong));
    }
  }
}
