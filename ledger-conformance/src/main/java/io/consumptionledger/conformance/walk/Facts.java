package io.consumptionledger.conformance.walk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What one store told, in a form that two stores can agree on: text that must be equal, and times
 * that must be close, because the two were asked one after the other.
 */
final class Facts {
  private static final Duration TOLERANCE = Duration.ofSeconds(14);

  private final StringBuilder text = new StringBuilder();
  private final List<Duration> times = new ArrayList<>();

  /** Something that must be equal. */
  Facts add(String name, Object value) {
    text.append(' ').append(name).append('=').append(value);
    return this;
  }

  /** A time that must be close, or absent in both. */
  Facts time(String name, Duration value) {
    text.append(' ').append(name).append('=').append(value == null ? "none" : "#" + times.size());
    if (value != null) {
      times.add(value);
    }
    return this;
  }

  /** What is different, or null if they agree. */
  String differenceTo(Facts other) {
    if (!text.toString().equals(other.text.toString())) {
      return "expected" + this + "\n but was" + other;
    }
    for (int i = 0; i < times.size(); i++) {
      if (times.get(i).minus(other.times.get(i)).abs().compareTo(TOLERANCE) > 0) {
        return "time #" + i + ": expected" + this + "\n but was" + other;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    String shown = text.toString();
    for (int i = times.size() - 1; i >= 0; i--) {
      shown = shown.replace("=#" + i, "=" + times.get(i));
    }
    return shown;
  }
}
