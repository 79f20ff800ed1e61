package io.consumptionledger.conformance.jdbc;

/**
 * How large the table is that plans are made for.
 *
 * @param finished how many finished rows
 * @param dead how many dead letters, all of one handler
 * @param payload the size of their payloads, in bytes
 */
record Volume(int finished, int dead, int payload) {
  private static final int PAYLOAD = 100_000;

  /** The volume of every run; {@code -Dvolume} asks for the full one. */
  static Volume asked() {
    return System.getProperty("volume") == null
        ? new Volume(200_000, 1_000, PAYLOAD)
        : new Volume(1_000_000, 20_000, PAYLOAD);
  }
}
