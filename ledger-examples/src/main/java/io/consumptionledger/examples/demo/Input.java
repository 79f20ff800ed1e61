package io.consumptionledger.examples.demo;

import java.util.List;

/**
 * The events to consume.
 *
 * @param name where they came from
 * @param messages the readable events, in the order of the input
 * @param rejected how many lines could not be used
 */
public record Input(String name, List<Message> messages, int rejected) {
  /**
   * An event with the bytes it came as.
   *
   * @param event the event
   * @param body its bytes
   */
  public record Message(CloudEvent event, byte[] body) {}

  /**
   * How many different events there are; a producer may have sent one twice.
   *
   * @return the number
   */
  public long distinct() {
    return messages.stream().map(m -> m.event().keyAt(Rules.CATALOG)).distinct().count();
  }
}
