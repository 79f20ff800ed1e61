package io.consumptionledger.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Transition;
import io.consumptionledger.conformance.report.CatalogueText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The catalogue in docs/ says what the annotations say. */
class CatalogueTest {
  private static final Path FILE =
      Path.of(System.getProperty("project.root", ".."), "docs", "conformance-rules.md");

  private final RuleCatalogue catalogue = RuleCatalogue.of(LedgerConformance.class);

  @Test
  void givenTheAnnotations_whenTheCatalogueIsGenerated_thenItIsTheOneInDocs() throws IOException {
    String text = CatalogueText.markdown(catalogue);
    if (Boolean.getBoolean("ledger.update")) {
      Files.writeString(FILE, text);
    }
    assertThat(Files.readString(FILE))
        .as(FILE + " is stale: run this test with -Dledger.update=true")
        .isEqualTo(text);
  }

  @Test
  void givenTheTableOfTransitions_whenRulesAreCounted_thenEachTransitionHasSome() {
    Set<String> subjects =
        catalogue.entries().stream().map(RuleCatalogue.Entry::subject).collect(Collectors.toSet());
    for (Transition transition : Transition.values()) {
      assertThat(subjects).contains(transition.name());
    }
  }

  @Test
  void givenTheTableOfTransitions_whenRefusalsAreCounted_thenEachTransitionHasOne() {
    String texts =
        catalogue.entries().stream()
            .filter(entry -> entry.subject().equals("REFUSED"))
            .map(entry -> entry.rule().text())
            .collect(Collectors.joining("\n"));
    for (Transition transition : Transition.values()) {
      assertThat(texts).contains(transition + " is refused on every state");
    }
  }

  @Test
  void givenEveryRule_whenItsAnnotationIsRead_thenItSaysWhatAndWhere() {
    for (RuleCatalogue.Entry entry : catalogue.entries()) {
      assertThat(entry.rule().text()).as(entry.rule().id()).isNotBlank().endsWith(".");
      assertThat(entry.rule().lookAt()).as(entry.rule().id()).isNotBlank();
    }
  }
}
