package io.consumptionledger.jdbc.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Statements without values and results that wait, on one connection, to travel in one text with
 * the next one. When one of a text fails, those behind it are not run. Used by one thread.
 */
final class Ahead {
  private static final Consumer<SQLException> NOTHING_TO_SAY = error -> {};

  private final List<String> texts = new ArrayList<>();
  private Consumer<SQLException> judge = NOTHING_TO_SAY;

  void add(String text) {
    texts.add(text);
  }

  /**
   * Adds a statement whose failure means something of its own.
   *
   * @param its looks at each error of the text that carries it, and throws if it is this one's
   */
  void add(String text, Consumer<SQLException> its) {
    texts.add(text);
    judge = its;
  }

  boolean isEmpty() {
    return texts.isEmpty();
  }

  /** All that waits. */
  Texts waiting() {
    return new Texts(String.join(";\n", texts), texts.size(), judge);
  }

  /** Nothing waits any more, whether it fails or not. */
  void sent() {
    texts.clear();
    judge = NOTHING_TO_SAY;
  }

  /**
   * What is about to be sent.
   *
   * @param text the statements, without a semicolon at the end
   * @param count how many
   * @param judge looks at an error
   */
  record Texts(String text, int count, Consumer<SQLException> judge) {
    String before(String next) {
      return text + ";\n" + next;
    }
  }
}
