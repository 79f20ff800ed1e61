package io.consumptionledger.internal;

import java.util.BitSet;

/** One reading of a text, and the places in the text itself that are to be taken out. */
final class Marks {
  private final View view;
  private final BitSet found;

  Marks(View view, BitSet found) {
    this.view = view;
    this.found = found;
  }

  String text() {
    return view.text();
  }

  /** Marks a part of this reading: wherever it came from in the text is taken out. */
  void mark(int from, int to) {
    if (from < to) {
      found.set(view.origin(from), view.origin(to));
    }
  }
}
