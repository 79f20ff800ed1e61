package io.consumptionledger.examples.chaos;

/**
 * One message that the broker has handed to a node.
 *
 * @param ticket identifies this hand-out; a message that is handed out again gets another
 * @param handlerId for which handler
 * @param partition where the broker keeps the message
 * @param index the message's place in the input, which all processes read
 */
record Assignment(long ticket, String handlerId, int partition, int index) {
  /** As one line between processes. */
  String line() {
    return ticket + " " + handlerId + " " + partition + " " + index;
  }

  static Assignment parse(String line) {
    String[] parts = line.split(" ");
    return new Assignment(
        Long.parseLong(parts[0]), parts[1], Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
  }
}
