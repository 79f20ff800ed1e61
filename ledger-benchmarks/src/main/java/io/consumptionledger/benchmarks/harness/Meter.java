package io.consumptionledger.benchmarks.harness;

import java.time.Duration;

/** Reads what the JVM and the database have used up so far. */
public interface Meter {
  /** Everything that can be read, now. */
  Reading read();

  /** How far behind the number of commits may be; over less than thrice of that it is not known. */
  default Duration commitLag() {
    return Duration.ZERO;
  }

  /** What was used up since an earlier reading, some seconds ago. */
  default Reading used(Reading earlier, double seconds) {
    Reading used = read().since(earlier);
    return seconds < 3 * commitLag().toMillis() / 1e3 ? used.withoutCommits() : used;
  }

  /** Whether statements are counted from now on, which takes time. */
  default void counting(boolean on) {}

  /**
   * What was used up, since some beginning. NaN is unknown.
   *
   * @param jvmCpu seconds of CPU of this JVM
   * @param databaseCpu seconds of CPU of the server's processes
   * @param allocated bytes that this JVM allocated
   * @param commits transactions that the server committed
   * @param statements statements, commits and rollbacks that were sent, if they are counted
   */
  record Reading(
      double jvmCpu, double databaseCpu, double allocated, double commits, double statements) {
    /** Nothing is known. */
    public static final Reading UNKNOWN =
        new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    private Reading withoutCommits() {
      return new Reading(jvmCpu, databaseCpu, allocated, Double.NaN, statements);
    }

    /** What was used up since an earlier reading. */
    public Reading since(Reading earlier) {
      return new Reading(
          jvmCpu - earlier.jvmCpu,
          databaseCpu - earlier.databaseCpu,
          allocated - earlier.allocated,
          commits - earlier.commits,
          statements - earlier.statements);
    }
  }
}
