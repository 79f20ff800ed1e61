package io.consumptionledger.operations;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a list that begins with the newest. What is added or moved while somebody turns pages
 * does not make anything appear twice, nor hides what stays: a page begins at a place, not at a
 * number.
 *
 * <p>A page may hold fewer items than were asked for, even none, although there is a next one: a
 * call looks at a bounded number of rows.
 *
 * @param items what is on it, the newest first; not null
 * @param next the token of the next page, or null if this is the last one; its content is of no
 *     concern to callers
 * @param <T> what is listed
 */
public record Page<T>(List<T> items, String next) {
  /** Copies the items. */
  public Page {
    items = List.copyOf(items);
  }

  /**
   * Where to go on.
   *
   * @return the token of the next page, or empty if this is the last one
   */
  public Optional<String> following() {
    return Optional.ofNullable(next);
  }

  /** A page of at most as many items, of a list that was asked for one more. */
  static <S, T> Page<T> of(
      List<S> found, int limit, Function<S, T> shown, Function<S, String> token) {
    List<S> kept = found.subList(0, Math.min(limit, found.size()));
    String next = found.size() > limit ? token.apply(kept.get(limit - 1)) : null;
    return new Page<>(kept.stream().map(Objects.requireNonNull(shown, "shown")).toList(), next);
  }
}
