package io.consumptionledger.benchmarks.harness;

/** Reads what the JVM and the database have used up so far. */
@FunctionalInterface
public interface Meter {
  /** Everything that can be read, now. */
  Reading read();

  /**
   * What was used up, since some beginning. NaN is unknown.
   *
   * @param jvmCpu seconds of CPU of this JVM
   * @param databaseCpu seconds of CPU of the server's processes
   * @param allocated bytes that this JVM allocated
   * @param commits transactions that the server committed
   * @param statements statements that the server ran
   */
  record Reading(
      double jvmCpu, double databaseCpu, double allocated, double commits, double statements) {
    /** Nothing is known. */
    public static final Reading UNKNOWN =
        new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

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
