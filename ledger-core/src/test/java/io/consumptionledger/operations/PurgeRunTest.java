package io.consumptionledger.operations;

import static io.consumptionledger.operations.KeptFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Archive.ArchivedRow;
import io.consumptionledger.operations.PurgeReport.End;
import io.consumptionledger.spi.AuditVerbs;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PurgeRunTest {
  private static final Tenant ANN = new Tenant("ann");
  private static final Tenant BOB = new Tenant("bob");

  private final KeptFixture kept = new KeptFixture();

  private List<String> audited(String action) {
    return kept.sound.auditLog(Tenant.DEFAULT, null, null, null, 100).stream()
        .filter(line -> line.action().equals(action))
        .map(AuditLine::actor)
        .toList();
  }

  @Test
  void givenADiscardedRow_whenItsContentGoesToTheArchive_thenTheLookIsAudited() {
    kept.discarded("e1");
    kept.elapse(Duration.ofDays(2));
    List<ArchivedRow> archived = new ArrayList<>();
    RetentionPlan plan =
        plan()
            .archive(
                rows -> {
                  archived.addAll(rows);
                  throw new IllegalStateException("kept nothing");
                })
            .build();

    kept.run(plan, Tenant.DEFAULT).pass();

    assertThat(archived).hasSize(1);
    assertThat(archived.get(0).stored()).isPresent();
    assertThat(audited(AuditVerbs.LOOK)).containsExactly("paula");
  }

  @Test
  void givenAnAuditThatCannotBeWritten_whenRowsAreArchived_thenTheArchiveIsShownNothing() {
    ConsumptionKey key = kept.discarded("e1");
    kept.elapse(Duration.ofDays(2));
    kept.before =
        verb -> {
          if (verb.equals("lookAtContent") || verb.equals("purgeRows")) {
            KeptFixture.fail(verb);
          }
        };
    List<ArchivedRow> archived = new ArrayList<>();

    PurgeReport report = kept.run(plan().archive(archived::addAll).build(), Tenant.DEFAULT).pass();

    assertThat(archived).isEmpty();
    assertThat(report.parts()).anyMatch(part -> part.problem() != null);
    assertThat(kept.sound.get(key)).isPresent();
  }

  @Test
  void givenARowThatAnotherPurgeArchivesMeanwhile_whenItIsGone_thenTheArchiveKeepsItsContent() {
    ConsumptionKey key = kept.discarded("e1");
    kept.elapse(Duration.ofDays(2));
    Map<ConsumptionKey, Optional<?>> archive = new HashMap<>();
    RetentionPlan plan =
        plan()
            .archive(rows -> rows.forEach(row -> archive.put(row.row().key(), row.stored())))
            .build();
    PurgeRun other =
        new Retention(kept.sound, null, kept.timing)
            .purge(Tenant.DEFAULT, plan, KeptFixture.PAULA, "another node");
    kept.before =
        verb -> {
          if (verb.equals("lookAtContent") || verb.equals("content")) {
            other.pass();
          }
        };

    PurgeReport report = kept.run(plan, Tenant.DEFAULT).pass();

    assertThat(report.deleted()).isZero();
    assertThat(archive.get(key)).as("what the archive has").isPresent();
  }

  @Test
  void givenAnArchiveThatThrowsAnyError_whenItIsCalled_thenNothingGoesAndTheReportTells() {
    kept.succeeded(Tenant.DEFAULT, "e1");
    kept.elapse(Duration.ofDays(2));
    for (Error error : List.of(new StackOverflowError(), new OutOfMemoryError("2 GB"))) {
      RetentionPlan plan =
          plan()
              .archive(
                  rows -> {
                    throw error;
                  })
              .build();

      PurgeReport report = kept.run(plan, Tenant.DEFAULT).pass();

      assertThat(report.end()).isEqualTo(End.ARCHIVE_FAILED);
      assertThat(report.deleted()).isZero();
    }
  }

  @Test
  void givenATenantThatIsNeverDone_whenPassesGoOn_thenTheOthersArePurgedToo() {
    RetentionPlan plan = plan().mostPerPass(4).build();
    PurgeRun run = kept.run(plan, ANN, BOB);
    int events = 0;
    for (int pass = 0; pass < 6; pass++) {
      for (int i = 0; i < 6; i++) {
        kept.succeeded(ANN, "e" + events++);
      }
      kept.succeeded(BOB, "e" + pass);
      kept.elapse(Duration.ofDays(2));
      run.pass();
    }

    assertThat(kept.sound.get(KeptFixture.key(BOB, "e3"))).as("settled nine days ago").isEmpty();
  }

  @Test
  void givenAPassThatWasInterrupted_whenTheNextOneRuns_thenItIsNot() {
    kept.succeeded(Tenant.DEFAULT, "e1");
    kept.elapse(Duration.ofDays(2));
    PurgeRun run = kept.run(plan().build(), Tenant.DEFAULT);
    Thread.currentThread().interrupt();
    assertThat(run.pass().end()).isEqualTo(End.INTERRUPTED);
    assertThat(Thread.interrupted()).as("given back").isTrue();

    PurgeReport next = run.pass();

    assertThat(Thread.interrupted()).as("interrupted by nobody").isFalse();
    assertThat(next.end()).isEqualTo(End.COMPLETE);
    assertThat(next.deleted()).isEqualTo(1);
  }

  @Test
  void givenAPauseThatNoClockCanCount_whenItIsPlanned_thenItIsRefused() {
    assertThatThrownBy(() -> plan().pause(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(InvalidFieldException.class);
  }
}
