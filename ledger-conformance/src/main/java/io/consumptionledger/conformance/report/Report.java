package io.consumptionledger.conformance.report;

import io.consumptionledger.Sha256;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.RuleCatalogue;
import io.consumptionledger.conformance.StoreInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects what became of each rule on one store, and writes it down. Thread-safe. */
public final class Report {
  private final String name;
  private final StoreInfo info;
  private final Map<String, Long> starts = new TreeMap<>();
  private final Map<String, RuleResult> results = new TreeMap<>(RuleCatalogue.ORDER);

  /**
   * Starts a report.
   *
   * @param name the folder's name
   * @param info what is under test
   */
  public Report(String name, StoreInfo info) {
    this.name = name;
    this.info = info;
  }

  /**
   * Notes that a rule starts.
   *
   * @param rule the rule
   */
  public synchronized void started(Rule rule) {
    starts.put(rule.id(), System.nanoTime());
  }

  /**
   * Notes what became of a rule.
   *
   * @param rule the rule
   * @param outcome the outcome
   * @param detail the failure, or why it did not run, or null
   */
  public synchronized void finished(Rule rule, Outcome outcome, String detail) {
    Long start = starts.remove(rule.id());
    Duration time = start == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - start);
    results.put(rule.id(), new RuleResult(rule, outcome, detail, time));
  }

  /**
   * The results so far, in the order of the rules.
   *
   * @return a copy
   */
  public synchronized List<RuleResult> results() {
    return new ArrayList<>(results.values());
  }

  /**
   * The name of the store.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * What was under test.
   *
   * @return product, version, driver, source
   */
  public StoreInfo info() {
    return info;
  }

  /**
   * How many rules had an outcome.
   *
   * @param outcome the outcome
   * @return the number
   */
  public long count(Outcome outcome) {
    return results().stream().filter(r -> r.outcome() == outcome).count();
  }

  /**
   * The same for two runs exactly if every rule had the same outcome in both.
   *
   * @return a SHA-256 over ids and outcomes
   */
  public Sha256 digest() {
    StringBuilder text = new StringBuilder();
    results().forEach(r -> text.append(r.rule().id()).append(' ').append(r.outcome()).append('\n'));
    return Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * One line that sums it up.
   *
   * @return the line
   */
  public String summary() {
    return String.format(
        "Conformance of %s (%s %s, %s): %d passed, %d failed, %d not applicable, %d waived; %s",
        name,
        info.product(),
        info.version(),
        info.source(),
        count(Outcome.PASSED),
        count(Outcome.FAILED),
        count(Outcome.NOT_APPLICABLE),
        count(Outcome.WAIVED),
        digest().hex().substring(0, 12));
  }

  /**
   * Writes {@code report.html}, {@code report.md} and {@code report.json} below {@code
   * target/conformance} (system property {@code ledger.report} for another place) and prints the
   * summary.
   */
  public void write() {
    Path folder = Path.of(System.getProperty("ledger.report", "target/conformance"), name);
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("report.json"), ReportText.json(this));
      Files.writeString(folder.resolve("report.md"), ReportText.markdown(this));
      Files.writeString(folder.resolve("report.html"), ReportText.html(this));
    } catch (IOException e) {
      throw new UncheckedIOException("the conformance report cannot be written to " + folder, e);
    }
    System.out.println(summary());
  }
}
