package io.consumptionledger.cli.output;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What a command has to say: sections, each with a name. People see them one below the other,
 * machines get one JSON object with a field for each. Used by one thread.
 */
public final class Report {
  private final List<Section> sections = new ArrayList<>();

  /** A part of a report. */
  sealed interface Section {}

  /** A list of things. */
  record Table<T>(String name, String title, View<T> view, List<T> items, String ifEmpty)
      implements Section {}

  /** One thing. */
  record Details<T>(String name, String title, View<T> view, T item) implements Section {}

  /** For machines only. */
  record Value(String name, Object value) implements Section {}

  /** For people only. */
  record Note(String text) implements Section {}

  /**
   * Adds a list.
   *
   * @param name its name in JSON
   * @param view what is shown of each
   * @param items the things
   * @param ifEmpty what people are told instead of an empty table
   * @param <T> the kind of thing
   * @return this
   */
  public <T> Report table(String name, View<T> view, Collection<T> items, String ifEmpty) {
    return table(name, null, view, items, ifEmpty);
  }

  /**
   * Adds a list with a title.
   *
   * @param name its name in JSON
   * @param title what people read above it, or null
   * @param view what is shown of each
   * @param items the things
   * @param ifEmpty what people are told instead of an empty table; null for nothing at all
   * @param <T> the kind of thing
   * @return this
   */
  public <T> Report table(
      String name, String title, View<T> view, Collection<T> items, String ifEmpty) {
    sections.add(new Table<>(name, title, view, List.copyOf(items), ifEmpty));
    return this;
  }

  /**
   * Adds one thing.
   *
   * @param name its name in JSON
   * @param title what people read above it, or null
   * @param view what is shown of it
   * @param item the thing; null for nothing, which people do not see
   * @param <T> the kind of thing
   * @return this
   */
  public <T> Report details(String name, String title, View<T> view, T item) {
    sections.add(new Details<>(name, title, view, item));
    return this;
  }

  /**
   * Adds a value that only machines get.
   *
   * @param name its name in JSON
   * @param value the value, or null
   * @return this
   */
  public Report value(String name, Object value) {
    sections.add(new Value(name, value));
    return this;
  }

  /**
   * Adds a sentence that only people get.
   *
   * @param text the sentence
   * @return this
   */
  public Report note(String text) {
    sections.add(new Note(text));
    return this;
  }

  List<Section> sections() {
    return sections;
  }
}
