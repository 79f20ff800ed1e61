package io.consumptionledger.cli.command;

import io.consumptionledger.Delivery;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Metadata;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.QuarantineDecoder;
import picocli.CommandLine.Option;

/** What a person says about a message that does not say it itself. */
final class NamedEvent {
  private static final long NOT_GIVEN = Long.MIN_VALUE;

  @Option(names = "--event", paramLabel = "ID", description = "The event's id.")
  private String event;

  @Option(
      names = "--item",
      paramLabel = "KEY",
      defaultValue = "",
      description = "Beside --event: the item's key, for one item of a batch message.")
  private String item;

  @Option(
      names = "--event-type",
      paramLabel = "TYPE",
      description = "Beside --event: the type of the event.")
  private String eventType;

  @Option(
      names = "--aggregate-type",
      paramLabel = "TYPE",
      description = "Beside --event: the type of the aggregate; needs --aggregate.")
  private String aggregateType;

  @Option(
      names = "--aggregate",
      paramLabel = "ID",
      description = "Beside --event: the aggregate; needs --aggregate-type.")
  private String aggregate;

  @Option(
      names = "--sequence",
      paramLabel = "N",
      defaultValue = "" + NOT_GIVEN,
      description = "Beside --event: the event's own version within its aggregate.")
  private long sequence;

  boolean isGiven() {
    if (event == null
        && (!item.isEmpty()
            || eventType != null
            || aggregateType != null
            || aggregate != null
            || sequence != NOT_GIVEN)) {
      throw new InvalidFieldException("--event", "is needed beside what else is said about it");
    }
    return event != null;
  }

  /** Leaves bytes, headers and place as they came. */
  QuarantineDecoder decoder(Tenant tenant, String handler) {
    if ((aggregateType == null) != (aggregate == null)) {
      throw new InvalidFieldException("--aggregate", "and --aggregate-type go together");
    }
    delivery(tenant, handler, Metadata.NONE)
        .build(); // so that what is not valid is refused at once
    return message ->
        delivery(tenant, handler, message.source())
            .headers(message.headers())
            .rawKey(message.rawKey())
            .payload(message.payload().bytes().orElse(null))
            .build();
  }

  private Delivery.Builder delivery(Tenant tenant, String handler, Metadata source) {
    Delivery.Builder delivery =
        Delivery.to(handler, event).tenant(tenant).itemKey(item).metadata(source);
    if (eventType != null) {
      delivery.eventType(eventType);
    }
    if (aggregate != null) {
      delivery.aggregate(aggregateType, aggregate);
    }
    if (sequence != NOT_GIVEN) {
      delivery.sequence(sequence);
    }
    return delivery;
  }
}
