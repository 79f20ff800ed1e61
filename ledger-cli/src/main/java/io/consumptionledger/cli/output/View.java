package io.consumptionledger.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What is shown of one kind of thing: the columns of a table, the lines of a description and the
 * fields of JSON are the same list. Built once, then only read.
 *
 * @param <T> the kind of thing
 */
public final class View<T> {
  private final List<Field<T>> fields = new ArrayList<>();

  /** Where a field is shown to people. */
  public enum Place {
    /** As a column, never cut: it is copied into the next command. */
    COLUMN,
    /** As a column, cut if it is long. */
    CUT_COLUMN,
    /** Only in descriptions. */
    DETAIL
  }

  /**
   * One field.
   *
   * @param name its name in JSON; headings are made of it
   * @param place where people see it
   * @param value takes it from the thing; may give null
   * @param <T> the kind of thing
   */
  public record Field<T>(String name, Place place, Function<? super T, ?> value) {
    /**
     * The name for people.
     *
     * @return words in lower case
     */
    public String title() {
      return Words.spaced(name);
    }
  }

  /**
   * Adds a column.
   *
   * @param name its name in JSON
   * @param value takes it from the thing
   * @return this
   */
  public View<T> column(String name, Function<? super T, ?> value) {
    return add(name, Place.COLUMN, value);
  }

  /**
   * Adds a column that is cut in tables.
   *
   * @param name its name in JSON
   * @param value takes it from the thing
   * @return this
   */
  public View<T> text(String name, Function<? super T, ?> value) {
    return add(name, Place.CUT_COLUMN, value);
  }

  /**
   * Adds what is not in tables.
   *
   * @param name its name in JSON
   * @param value takes it from the thing
   * @return this
   */
  public View<T> detail(String name, Function<? super T, ?> value) {
    return add(name, Place.DETAIL, value);
  }

  private View<T> add(String name, Place place, Function<? super T, ?> value) {
    fields.add(new Field<>(name, place, value));
    return this;
  }

  List<Field<T>> fields() {
    return fields;
  }

  List<Field<T>> columns() {
    return fields.stream().filter(field -> field.place() != Place.DETAIL).toList();
  }
}
