package io.consumptionledger.cli.command;

import io.consumptionledger.operations.Page;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How much of a list, and from where. */
final class Paging {
  private static final int MOST = 100_000;
  private static final int PAGE = 1_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many at the most, up to 100000 (default: 50).")
  private int limit;

  @Option(
      names = "--page",
      paramLabel = "TOKEN",
      description = "Goes on where an earlier list ended; the other options must be the same.")
  private String token;

  /** One page of a list. */
  @FunctionalInterface
  interface Source<T> {
    Page<T> page(String token, int limit);
  }

  /** Refuses a limit that is too small or too large. */
  void check() {
    Within.check("--limit", limit, 1, MOST);
  }

  int limit() {
    return limit;
  }

  /** Whether it begins where an earlier list ended. */
  boolean goesOn() {
    return token != null;
  }

  /** Pages may come back short or empty although there is a next one; they are followed. */
  <T> Page<T> collect(Source<T> source) {
    List<T> items = new ArrayList<>();
    String next = token;
    do {
      Page<T> page = source.page(next, Math.min(PAGE, limit - items.size()));
      items.addAll(page.items());
      next = page.next();
    } while (next != null && items.size() < limit);
    return new Page<>(items, next);
  }

  /** What people are told when a list goes on. */
  static String more(Page<?> page) {
    return "There is more: --page " + page.next();
  }
}
