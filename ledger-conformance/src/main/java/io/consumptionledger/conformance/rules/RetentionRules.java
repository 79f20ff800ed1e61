package io.consumptionledger.conformance.rules;

import static io.consumptionledger.ConsumptionState.DISCARDED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.operations.Archive.ArchivedRow;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.PurgeReport;
import io.consumptionledger.operations.PurgeReport.End;
import io.consumptionledger.operations.PurgeRun;
import io.consumptionledger.operations.Retention;
import io.consumptionledger.operations.RetentionPlan;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** How long rows are kept, and how the rest goes. */
public interface RetentionRules extends StoreRules {
  /** Who purges. */
  Operator PAULA = new Operator("paula");

  private static RetentionPlan.Builder plan(Scenario s) {
    return RetentionPlan.builder()
        .keep(s.handler(), SUCCEEDED, Duration.ofDays(7))
        .keep(s.handler(), DISCARDED, Duration.ofDays(30))
        .batch(2)
        .pause(Duration.ofMillis(1));
  }

  private static Retention retention(Scenario s) {
    return Operations.on(s.store()).build().retention();
  }

  private static PurgeRun run(Scenario s, RetentionPlan plan) {
    return retention(s).purge(Tenant.DEFAULT, plan, PAULA, "nightly");
  }

  private static Count purgeable(Scenario s, ConsumptionState state, Duration keep) {
    return retention(s).purgeable(Tenant.DEFAULT, s.handler(), state, keep, 100);
  }

  private static boolean isThere(Scenario s, ConsumptionKey key) {
    return s.store().get(key).isPresent();
  }

  private static List<AuditLine> audit(Scenario s) {
    return s.store().auditLog(Tenant.DEFAULT, null, null, null, 100).stream()
        .filter(line -> line.action().equals("PURGE"))
        .toList();
  }

  @Rule(
      id = "RETENTION-1",
      text =
          "Each state of a handler has its own time since it was settled; what the plan does not name"
              + " and what is unresolved stays for ever. Counting before tells what will go.",
      lookAt = "states and time in purge")
  default void eachStateHasItsTime(Scenario s) {
    List<ConsumptionKey> unresolved = new ArrayList<>();
    for (ConsumptionState state : ConsumptionState.values()) {
      if (!state.isFinal()) {
        unresolved.add(s.inState(state, "e-" + state));
      }
    }
    ConsumptionKey discarded = s.discarded("d1");
    ConsumptionKey old = s.succeeded("e1");
    ConsumptionKey theirs = new ConsumptionKey(Tenant.DEFAULT, "another.handler", "e1", "");
    Expect.done(s.store().succeed(s.claim(s.bare(theirs))));
    s.fixture().elapse(Duration.ofDays(8));
    ConsumptionKey young = s.succeeded("e2");
    assertEquals(new Count.Exactly(1), purgeable(s, SUCCEEDED, Duration.ofDays(7)), "counted");
    assertEquals(new Count.Exactly(0), purgeable(s, DISCARDED, Duration.ofDays(30)), "counted");
    PurgeReport report = run(s, plan(s).build()).pass();
    assertEquals(End.COMPLETE, report.end(), "end");
    assertEquals(1, report.deleted(), "the number of deleted rows");
    assertEquals(new Count.Exactly(0), purgeable(s, SUCCEEDED, Duration.ofDays(7)), "afterwards");
    assertFalse(isThere(s, old), "old");
    assertTrue(isThere(s, young), "young");
    assertTrue(isThere(s, discarded), "discarded rows are kept for longer");
    assertTrue(isThere(s, theirs), "a handler that the plan does not name");
    s.fixture().elapse(Duration.ofDays(400));
    assertEquals(2, run(s, plan(s).build()).pass().deleted(), "later");
    assertFalse(isThere(s, discarded), "discarded");
    unresolved.forEach(key -> assertTrue(isThere(s, key), "unresolved: " + key));
  }

  @Rule(
      id = "RETENTION-2",
      text = "A pass deletes no more than it may; the next one goes on, and another purge as well.",
      lookAt = "the limit and the cursor of purge")
  default void passesAreBounded(Scenario s) {
    for (int i = 0; i < 12; i++) {
      s.succeeded("e" + i);
    }
    s.dead("stays");
    s.fixture().elapse(Duration.ofDays(8));
    PurgeRun run = run(s, plan(s).mostPerPass(5).build());
    PurgeReport first = run.pass();
    assertEquals(End.MOST_REACHED, first.end(), "first");
    assertEquals(5, first.deleted(), "first");
    PurgeReport second = run.pass();
    assertEquals(5, second.deleted(), "second");
    PurgeReport third = run(s, plan(s).mostPerPass(5).build()).pass();
    assertEquals(End.COMPLETE, third.end(), "another purge");
    assertEquals(2, third.deleted(), "another purge");
    assertEquals(0, run.pass().deleted(), "nothing is left");
    assertTrue(isThere(s, s.key("stays")), "a dead letter in between");
  }

  @Rule(
      id = "RETENTION-3",
      text =
          "Each batch tells the audit who deleted how many of what; without rows there is no line.",
      lookAt = "the audit of purge")
  default void batchesAreAudited(Scenario s) {
    run(s, plan(s).build()).pass();
    assertEquals(List.of(), audit(s), "nothing was there to delete");
    for (int i = 0; i < 3; i++) {
      s.succeeded("e" + i);
    }
    s.fixture().elapse(Duration.ofDays(8));
    run(s, plan(s).build()).pass();
    List<AuditLine> lines = audit(s);
    assertEquals(2, lines.size(), "two batches");
    AuditLine last = lines.get(1);
    assertEquals("paula", last.actor(), "who");
    assertEquals("nightly", last.reason(), "why");
    assertEquals(s.handler(), last.handlerId(), "handler");
    assertTrue(last.detail().startsWith("2 rows of [SUCCEEDED]"), last.detail());
  }

  @Rule(
      id = "RETENTION-4",
      text =
          "Where the audit cannot be written nothing is deleted, and no archive is shown what rows"
              + " store.",
      lookAt = "whether deletion and audit are one transaction",
      needs = Capability.BROKEN_AUDIT)
  default void noAuditNoPurge(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    ConsumptionKey discarded = s.discarded("d1");
    s.fixture().elapse(Duration.ofDays(31));
    List<ArchivedRow> shown = new ArrayList<>();
    Purge what = new Purge(Tenant.DEFAULT, s.handler(), Set.of(SUCCEEDED), Duration.ofDays(7));
    s.fixture()
        .withoutAudit(
            () -> {
              PurgeReport report = run(s, plan(s).build()).pass();
              assertEquals(0, report.deleted(), "deleted");
              assertFalse(
                  report.parts().stream().allMatch(part -> part.problem() == null), "it is told");
              assertThrows(
                  StoreException.class, () -> s.store().purgeRows(what, List.of(key), s.action()));
              run(s, plan(s).archive(shown::addAll).build()).pass();
            });
    assertTrue(isThere(s, key), "the row");
    assertTrue(isThere(s, discarded), "the row that stores something");
    assertTrue(shown.stream().allMatch(row -> row.stored().isEmpty()), "shown: " + shown);
  }

  @Rule(
      id = "RETENTION-5",
      text = "The archive gets every row, with what it stores, before it is deleted.",
      lookAt = "purgeable and purgeRows")
  default void rowsAreArchivedFirst(Scenario s) {
    List<ConsumptionKey> keys = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      keys.add(s.succeeded("e" + i));
    }
    keys.add(s.discarded("d1"));
    s.dead("stays");
    s.fixture().elapse(Duration.ofDays(31));
    List<ArchivedRow> archived = new ArrayList<>();
    PurgeReport report =
        run(
                s,
                plan(s)
                    .archive(
                        rows -> {
                          rows.forEach(
                              row -> assertTrue(isThere(s, row.row().key()), "still there"));
                          archived.addAll(rows);
                        })
                    .build())
            .pass();
    assertEquals(End.COMPLETE, report.end(), "end");
    assertEquals(6, report.deleted(), "deleted");
    assertEquals(
        keys.stream().sorted().toList(),
        archived.stream().map(row -> row.row().key()).sorted().toList(),
        "archived");
    for (ArchivedRow row : archived) {
      boolean isDiscarded = row.row().state() == DISCARDED;
      assertEquals(isDiscarded, row.stored().isPresent(), "content of " + row);
    }
    keys.forEach(key -> assertFalse(isThere(s, key), "deleted: " + key));
    assertEquals(3 + 1, audit(s).size(), "each batch has its line");
  }

  @Rule(
      id = "RETENTION-6",
      text = "An archive that fails ends the pass, and nothing of its batch is deleted.",
      lookAt = "when rows are deleted")
  default void failedArchiveKeepsItsBatch(Scenario s) {
    for (int i = 0; i < 6; i++) {
      s.succeeded("e" + i);
    }
    s.fixture().elapse(Duration.ofDays(8));
    List<ConsumptionKey> refused = new ArrayList<>();
    AtomicBoolean isFull = new AtomicBoolean(true);
    PurgeRun run =
        run(
            s,
            plan(s)
                .archive(
                    rows -> {
                      boolean isThird =
                          rows.stream().anyMatch(row -> row.row().key().eventId().equals("e2"));
                      if (isThird && isFull.get()) {
                        rows.forEach(row -> refused.add(row.row().key()));
                        throw new IllegalStateException("disk full");
                      }
                    })
                .build());
    PurgeReport report = run.pass();
    assertEquals(End.ARCHIVE_FAILED, report.end(), "end");
    assertTrue(
        report.parts().stream()
            .anyMatch(part -> part.problem() != null && part.problem().contains("disk full")),
        "it is told: " + report.parts());
    refused.forEach(key -> assertTrue(isThere(s, key), "kept: " + key));
    assertEquals(2, refused.size(), "one batch");
    isFull.set(false);
    assertEquals(6 - report.deleted(), run.pass().deleted(), "the rest goes later");
  }

  @Rule(
      id = "RETENTION-7",
      text = "A purge that is told to stop ends after its batch.",
      lookAt = "the stop of a purge")
  default void stopsAfterItsBatch(Scenario s) {
    for (int i = 0; i < 6; i++) {
      s.succeeded("e" + i);
    }
    s.fixture().elapse(Duration.ofDays(8));
    AtomicReference<PurgeRun> self = new AtomicReference<>();
    self.set(run(s, plan(s).archive(rows -> self.get().stop()).build()));
    PurgeReport report = self.get().pass();
    assertEquals(End.STOPPED, report.end(), "end");
    assertEquals(2, report.deleted(), "one batch");
  }

  @Rule(
      id = "RETENTION-8",
      text = "Tenants take turns, batch by batch; only those that are named lose rows.",
      lookAt = "tenant_id in purge")
  default void tenantsTakeTurns(Scenario s) {
    List<Tenant> tenants = List.of(new Tenant("t1"), new Tenant("t2"));
    Tenant other = new Tenant("t3");
    for (int i = 0; i < 4; i++) {
      for (Tenant tenant : List.of(tenants.get(0), tenants.get(1), other)) {
        Expect.done(s.store().succeed(s.claim(s.bare(s.key(tenant, "e" + i)))));
      }
    }
    s.fixture().elapse(Duration.ofDays(8));
    List<String> turns = new ArrayList<>();
    RetentionPlan plan =
        plan(s).archive(rows -> turns.add(rows.get(0).row().key().tenant().id())).build();
    retention(s).purge(tenants, plan, PAULA, "nightly").pass();
    assertEquals(List.of("t1", "t2", "t1", "t2"), turns, "whose turn it was");
    assertTrue(isThere(s, s.key(other, "e0")), "another tenant's");
    assertEquals(List.of(other), retention(s).tenants(plan), "who has rows left");
  }

  @Rule(
      id = "PURGE_RACE-1",
      text = "Beside live traffic a purge deletes nothing that is young, and nobody fails by it.",
      lookAt = "locks of purge, and the order in which it takes them")
  default void besideLiveTraffic(Scenario s) {
    for (int i = 0; i < 60; i++) {
      s.succeeded("old-" + i);
    }
    List<Claim> late = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      late.add(s.claim("late-" + i));
    }
    s.fixture().elapse(Duration.ofDays(8));
    AtomicBoolean isOver = new AtomicBoolean();
    List<Integer> done =
        Together.run(
            3,
            who -> {
              if (who == 0) {
                try {
                  return (int) run(s, plan(s).pause(Duration.ZERO).build()).pass().deleted();
                } finally {
                  isOver.set(true);
                }
              }
              int made = 0;
              while (made < 20 || (!isOver.get() && made < 500)) {
                Claim claim = s.claim("new-" + who + "-" + made);
                Expect.done(s.store().succeed(claim));
                if (made < 20) {
                  // Received long ago, settled now.
                  Expect.done(s.store().succeed(late.get((who - 1) * 20 + made)));
                }
                // A redelivery of what is about to go finds the row, or makes it anew.
                s.store().complete(s.bare("old-" + made % 60));
                made++;
              }
              return made;
            });
    assertTrue(done.get(0) >= 60, "the old rows are gone: " + done);
    late.forEach(claim -> assertTrue(isThere(s, claim.key()), "deleted: " + claim.key()));
    for (int who = 1; who < 3; who++) {
      for (int i = 0; i < done.get(who); i++) {
        assertTrue(isThere(s, s.key("new-" + who + "-" + i)), "new-" + who + "-" + i);
      }
    }
  }

  @Rule(
      id = "RETENTION-9",
      text =
          "A plan that forgets duplicates before the broker does says so; one that is impossible is"
              + " refused.",
      lookAt = "the checks of a plan")
  default void shortPlansAreTold(Scenario s) {
    RetentionPlan shorter = plan(s).brokerRetention(s.handler(), Duration.ofDays(10)).build();
    assertEquals(1, shorter.warnings().size(), "of two times one is shorter");
    assertTrue(shorter.warnings().get(0).contains(s.handler()), shorter.warnings().get(0));
    assertEquals(shorter.warnings(), run(s, shorter).pass().warnings(), "the report tells it");
    assertEquals(
        List.of(),
        plan(s).brokerRetention(s.handler(), Duration.ofDays(7)).build().warnings(),
        "as long as the broker");
    assertThrows(
        InvalidFieldException.class,
        () -> plan(s).keep(s.handler(), ConsumptionState.DEAD_LETTER, Duration.ofDays(1)));
    assertThrows(InvalidFieldException.class, () -> RetentionPlan.builder().build());
  }
}
