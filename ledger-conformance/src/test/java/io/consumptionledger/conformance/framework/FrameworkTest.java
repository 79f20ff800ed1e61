package io.consumptionledger.conformance.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Level;
import io.consumptionledger.conformance.MemoryFixture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.RuleCatalogue;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Waived;
import io.consumptionledger.conformance.report.Outcome;
import io.consumptionledger.conformance.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suite does with outcomes, capabilities, waivers and set-up errors. */
class FrameworkTest {
  @TempDir Path reports;

  /** A few rules of every kind. */
  interface SampleRules extends StoreRules {
    @Rule(id = "SAMPLE-1", text = "Passes.", lookAt = "nothing")
    default void passes(Scenario s) {
      Assertions.assertTrue(s.store().get(s.key("e1")).isEmpty());
    }

    @Rule(id = "SAMPLE-2", text = "Fails.", lookAt = "this | that <b>")
    default void fails(Scenario s) {
      Assertions.fail("as \"expected\" of " + s.handler());
    }

    @Rule(id = "SAMPLE-3", text = "Needs.", lookAt = "it", needs = Capability.SESSION_ZONE)
    default void needs(Scenario s) {
      Assertions.fail("must not run");
    }

    @Rule(id = "SAMPLE-10", level = Level.OPTIONAL, text = "Optional.", lookAt = "it")
    default void optional(Scenario s) {
      Assertions.fail("must not run when waived");
    }

    @Rule(id = "SAMPLE-11", text = "Aborts.", lookAt = "it")
    default void aborts(Scenario s) {
      org.junit.jupiter.api.Assumptions.abort("silently");
    }
  }

  @Waived(rule = "SAMPLE-10", reason = "we cannot")
  static class Sample implements SampleRules {
    @Override
    public StoreFixture openFixture() {
      return new MemoryFixture();
    }
  }

  @BeforeEach
  void sendReportsElsewhere() {
    System.setProperty("ledger.report", reports.toString());
  }

  @AfterEach
  void sendReportsHome() {
    System.clearProperty("ledger.report");
  }

  @Test
  void givenRulesOfEveryKind_whenTheyRun_thenEachOutcomeIsCountedApart() throws IOException {
    SuiteRun run = SuiteRun.of(Sample.class);

    assertThat(run.passed()).containsExactly("SAMPLE-1");
    assertThat(run.failed()).containsOnlyKeys("SAMPLE-2", "SAMPLE-11");
    assertThat(run.skipped().get("SAMPLE-3"))
        .isEqualTo("not applicable: needs SESSION_ZONE, sessions have a time zone of their own");
    assertThat(run.skipped().get("SAMPLE-10")).isEqualTo("waived: we cannot");
    String json = Files.readString(reports.resolve("memory/report.json"));
    assertThat(json)
        .contains("\"passed\": 1", "\"failed\": 2", "\"not_applicable\": 1", "\"waived\": 1")
        .contains("as \\\"expected\\\" of conformance.sample-2")
        .contains("aborted: silently");
    assertThat(json.indexOf("SAMPLE-3")).isLessThan(json.indexOf("SAMPLE-10"));
    assertThat(Files.readString(reports.resolve("memory/report.md")))
        .contains("look at this \\| that <b>")
        .contains("waived: we cannot");
    assertThat(Files.readString(reports.resolve("memory/report.html")))
        .contains("this | that &lt;b&gt;");
  }

  @Test
  void givenTwoReports_whenAnOutcomeDiffers_thenSoDoesTheDigest() {
    RuleCatalogue catalogue = RuleCatalogue.of(SampleRules.class);
    Report one = new Report("one", new MemoryFixture().info());
    Report same = new Report("same", new MemoryFixture().info());
    Report other = new Report("other", new MemoryFixture().info());
    one.finished(catalogue.find("SAMPLE-1"), Outcome.PASSED, null);
    same.finished(catalogue.find("SAMPLE-1"), Outcome.PASSED, null);
    other.finished(catalogue.find("SAMPLE-1"), Outcome.FAILED, "no");

    assertThat(one.digest()).isEqualTo(same.digest()).isNotEqualTo(other.digest());
  }

  @Waived(rule = "SAMPLE-1", reason = "we do not like it")
  static class WaivesRequired extends Sample {}

  @Waived(rule = "SAMPLE-99", reason = "we made it up")
  static class WaivesUnknown extends Sample {}

  @Waived(rule = "SAMPLE-10", reason = " ")
  static class WaivesWithoutReason extends Sample {}

  @Test
  void givenABadWaiver_whenTheSuiteStarts_thenItIsOneSetUpError() {
    oneSetUpError(WaivesRequired.class, "SAMPLE-1 is REQUIRED and cannot be waived");
    oneSetUpError(WaivesUnknown.class, "waiver of unknown rule SAMPLE-99");
    oneSetUpError(WaivesWithoutReason.class, "waiver of SAMPLE-10 gives no reason");
  }

  static class WrongPassword extends Sample {
    @Override
    public StoreFixture openFixture() {
      throw new IllegalStateException("cannot be reached as user nobody");
    }
  }

  @Test
  void givenAStoreThatCannotBeOpened_whenTheSuiteStarts_thenItIsOneSetUpError() {
    oneSetUpError(WrongPassword.class, "cannot be reached as user nobody");
  }

  private static void oneSetUpError(Class<?> type, String message) {
    SuiteRun run = SuiteRun.of(type);
    assertThat(run.setUpErrors()).hasSize(1);
    assertThat(run.setUpErrors().get(0)).hasMessageContaining(message);
    assertThat(run.passed()).isEmpty();
    assertThat(run.failed()).isEmpty();
  }

  interface Doubled extends StoreRules {
    @Rule(id = "SAMPLE-1", text = "One.", lookAt = "it")
    default void one(Scenario s) {}

    @Rule(id = "SAMPLE-1", text = "Two.", lookAt = "it")
    default void two(Scenario s) {}
  }

  interface Misnamed extends StoreRules {
    @Rule(id = "sample1", text = "One.", lookAt = "it")
    default void one(Scenario s) {}
  }

  @Test
  void givenBadIds_whenTheCatalogueIsRead_thenItIsRefused() {
    assertThatThrownBy(() -> RuleCatalogue.of(Doubled.class)).hasMessageContaining("is used by");
    assertThatThrownBy(() -> RuleCatalogue.of(Misnamed.class))
        .hasMessageContaining("does not look like CLAIM-1");
  }

  @Test
  void givenManyRules_whenTheyAreListed_thenNumbersCountAsNumbers() {
    assertThat(RuleCatalogue.of(SampleRules.class).ids())
        .containsExactly("SAMPLE-1", "SAMPLE-2", "SAMPLE-3", "SAMPLE-10", "SAMPLE-11");
    assertThat(Set.of(Level.values())).hasSize(2);
  }
}
