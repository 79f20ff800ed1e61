package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.OnOneStore;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.JdbcLedgerStore;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlSource;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.Run;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Replay requests on databases that fail, lose replies, or are written by hand. */
class ReplayFaultsTest {
  private static final Run RUN = new Run(Requests.RUNNER, false, "all at once");

  @Nested
  class OnPostgreSql extends Faults {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Faults {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Faults extends OnServer {
    Faults(String product) {
      super(product);
    }

    private Scenario scenario() {
      return new Scenario(fixture(), "replay-faults");
    }

    private List<String> actions(Scenario s) {
      return s.store().auditLog(Tenant.DEFAULT, null, null, null, 100).stream()
          .map(AuditLine::action)
          .toList();
    }

    @Test
    void givenAnOutcomeThatCannotBeWritten_whenARowIsScheduled_thenItIsNotScheduledEither()
        throws SQLException {
      Scenario s = scenario();
      ConsumptionKey key = s.dead("e1");
      ReplayRequest request = Requests.approved(s, key);
      long version = s.version(key);
      List<String> before = actions(s);
      try (HikariDataSource pool = fixture().space().pool(3)) {
        LedgerStore broken = withoutOutcomes(pool);
        assertThatThrownBy(
                () -> broken.replayItem(Tenant.DEFAULT, request.id(), 0, Requests.RUNNER))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("did not write the outcome");
      }
      assertThat(s.summary(key).state()).isEqualTo(ConsumptionState.DEAD_LETTER);
      assertThat(s.version(key)).isEqualTo(version);
      assertThat(actions(s)).isEqualTo(before);
    }

    private LedgerStore withoutOutcomes(HikariDataSource pool) throws SQLException {
      Dialect dialect;
      try (Connection connection = pool.getConnection()) {
        dialect = Dialects.detect(connection);
      }
      SqlSource sound = SqlSource.of(dialect);
      String text = sound.texts().get("replay-item-outcome") + "  AND 1 = 0\n";
      return new JdbcLedgerStore(
          "without outcomes",
          pool,
          new JdbcTransactionRunner(pool),
          dialect,
          SqlCatalog.load(sound.with("replay-item-outcome", text), ""),
          Duration.ofSeconds(10));
    }

    @Test
    void givenItemsThatWereChangedByHand_whenApprovedOrRun_thenTheyAreNotWhatWasApproved() {
      Scenario s = scenario();
      s.dead("e2");
      ReplayRequest asked = Requests.asked(s, s.dead("e1"));
      ReplayRequest approved = Requests.approved(s, s.dead("e3"));
      fixture()
          .space()
          .asOwner(
              c ->
                  Space.run(
                      c, List.of("UPDATE consumption_replay_request_items SET event_id = 'e2'")));
      Requests.refused(
          Reason.OTHER_SELECTION,
          s.store()
              .decideReplay(
                  Tenant.DEFAULT, asked.id(), Requests.approval(Requests.APPROVER, asked)));
      Requests.refused(
          Reason.OTHER_SELECTION, s.store().beginReplay(Tenant.DEFAULT, approved.id(), RUN));
    }

    /** Does something whose reply is lost once, on a store of its own. */
    private <T> T unheard(Function<Scenario, T> call) {
      LosesReply wire = new LosesReply();
      try (HikariDataSource pool = fixture().space().pool(3)) {
        LedgerStore store = JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, wire)).build();
        wire.arm(1);
        T result = call.apply(new Scenario(new OnOneStore(fixture(), store), "replay-faults"));
        assertThat(wire.lost()).isEqualTo(1);
        return result;
      }
    }

    @Test
    void givenLostReplies_whenARequestGoesItsWay_thenEachStepIsMadeAndAuditedOnce() {
      Scenario s = scenario();
      ConsumptionKey key = s.dead("e1");
      ReplayRequest asked = unheard(lossy -> Requests.asked(lossy, key));
      assertThat(s.store().replayRequests(Tenant.DEFAULT, 10)).containsExactly(asked);
      ReplayRequest approved =
          Requests.done(
              unheard(
                  lossy ->
                      lossy
                          .store()
                          .decideReplay(
                              Tenant.DEFAULT,
                              asked.id(),
                              Requests.approval(Requests.APPROVER, asked))));
      assertThat(approved.state()).isEqualTo(ReplayRequest.State.APPROVED);
      ReplayItem blocked =
          Requests.items(s, approved).get(0).with(ReplayOutcome.BLOCKED, "for now");
      Optional<ReplayItem> written =
          unheard(
              lossy ->
                  lossy
                      .store()
                      .recordReplayItem(Tenant.DEFAULT, approved.id(), blocked, Requests.RUNNER));
      assertThat(written).contains(blocked);
      assertThat(unheard(lossy -> Requests.run(lossy, approved, 0)).item().outcome())
          .isEqualTo(ReplayOutcome.SCHEDULED);
      assertThat(s.row(key).replayGeneration()).isEqualTo(1);
      ReplayRequest over =
          Requests.done(
              unheard(lossy -> lossy.store().endReplay(Tenant.DEFAULT, approved.id(), RUN)));
      assertThat(over.state()).isEqualTo(ReplayRequest.State.FINISHED);
      assertThat(actions(s))
          .containsExactly(
              "REPLAY_END", "AUTHORIZE_REPLAY", "REPLAY_ITEM", "REPLAY_APPROVE", "REPLAY_REQUEST");
    }

    @Test
    void givenALostReplyToABegin_whenARunBegins_thenTheAuditTellsOfItAtLeastOnce() {
      Scenario s = scenario();
      ReplayRequest approved = Requests.approved(s, s.dead("e1"));
      Requests.done(
          unheard(lossy -> lossy.store().beginReplay(Tenant.DEFAULT, approved.id(), RUN)));
      assertThat(actions(s)).contains("REPLAY_RUN");
    }
  }
}
