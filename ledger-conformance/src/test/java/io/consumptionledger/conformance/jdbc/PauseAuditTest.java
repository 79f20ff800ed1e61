package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.LedgerStore;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Nobody pauses or resumes a handler without a trace, and none leaves two. */
class PauseAuditTest {
  @Nested
  class OnPostgreSql extends Audits {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Audits {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Audits extends OnServer {
    Audits(String product) {
      super(product);
    }

    private List<String> audited() {
      List<String> lines = new ArrayList<>();
      fixture()
          .space()
          .asOwner(
              connection -> {
                try (Statement statement = connection.createStatement();
                    ResultSet row =
                        statement.executeQuery(
                            "SELECT action, tenant_id, handler_id, event_id, actor, reason, detail"
                                + " FROM consumption_audit ORDER BY audit_id")) {
                  while (row.next()) {
                    List<String> line = new ArrayList<>();
                    for (int column = 1; column <= 7; column++) {
                      line.add(row.getString(column));
                    }
                    lines.add(String.join(" | ", line));
                  }
                }
              });
      return lines;
    }

    @Test
    void givenAHandler_whenItIsPausedAndResumed_thenEachChangeIsAuditedAndNothingElse() {
      Scenario s = new Scenario(fixture(), "pause");
      LedgerStore store = s.store();
      store.resume(Tenant.DEFAULT, "h", s.action());
      store.pause(Tenant.DEFAULT, "h", s.action(), Duration.ofHours(1));
      store.resume(Tenant.DEFAULT, "h", s.action());
      store.resume(Tenant.DEFAULT, "h", s.action());
      store.pause(Tenant.DEFAULT, "h", s.action(), null);
      assertThat(audited())
          .containsExactly(
              "PAUSE | default | h | null | olga | looked into it | for PT1H",
              "RESUME | default | h | null | olga | looked into it | null",
              "PAUSE | default | h | null | olga | looked into it | null");
    }

    @Test
    void givenAnAuditThatCannotBeWritten_whenAHandlerIsPausedOrResumed_thenNothingChanges() {
      Scenario s = new Scenario(fixture(), "pause");
      s.store().pause(Tenant.DEFAULT, "paused", s.action(), null);
      rename("consumption_audit", "audit_elsewhere");
      try {
        assertThatThrownBy(() -> s.store().pause(Tenant.DEFAULT, "h", s.action(), null))
            .isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> s.store().resume(Tenant.DEFAULT, "paused", s.action()))
            .isInstanceOf(StoreException.class);
      } finally {
        rename("audit_elsewhere", "consumption_audit");
      }
      assertThat(s.store().pausedHandlers())
          .singleElement()
          .satisfies(paused -> assertThat(paused.handlerId()).isEqualTo("paused"));
      assertThat(audited()).hasSize(1);
    }

    private void rename(String from, String to) {
      fixture()
          .space()
          .asOwner(c -> Space.run(c, List.of("ALTER TABLE " + from + " RENAME TO " + to)));
    }

    @Test
    void givenALostReply_whenAHandlerIsPausedOrResumed_thenItIsAuditedOnce() {
      Scenario s = new Scenario(fixture(), "pause");
      LosesReply wire = new LosesReply();
      try (HikariDataSource pool = fixture().space().pool(3)) {
        LedgerStore store = JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, wire)).build();
        for (int times = 0; times < 2; times++) {
          wire.arm(1);
          store.pause(Tenant.DEFAULT, "h", s.action(), null);
          assertThat(wire.lost()).isEqualTo(1);
        }
        wire.arm(1);
        assertThat(store.resume(Tenant.DEFAULT, "h", s.action())).isTrue();
        assertThat(wire.lost()).isEqualTo(1);
      }
      assertThat(audited()).hasSize(3);
      assertThat(s.store().pausedHandlers()).isEmpty();
    }
  }
}
