package io.consumptionledger.internal;

import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Metadata;
import io.consumptionledger.OrderSource;
import io.consumptionledger.spi.Order;
import java.util.Optional;

/** Which place a delivery has among those of its aggregate, as its handler puts them in order. */
public final class Places {
  private Places() {}

  /** The place, or null if nothing waits for the delivery and it waits for nothing. */
  public static Order of(HandlerDeclaration<?> handler, Delivery delivery) {
    Metadata known = delivery.metadata();
    if (handler.orderedBy().isEmpty() || known.aggregateId() == null) {
      return null;
    }
    OrderSource source = handler.orderedBy().get();
    Long place = place(source, known);
    return place == null && source != OrderSource.ARRIVAL
        ? null
        : new Order(known.aggregateType(), known.aggregateId(), place);
  }

  private static Long place(OrderSource source, Metadata known) {
    return switch (source) {
      case SEQUENCE -> known.sequence();
      case OFFSET -> known.partition() == null ? null : known.offset();
      case ARRIVAL -> null;
    };
  }

  /** Why a delivery that must have a place has none. */
  public static Optional<Failure> missing(HandlerDeclaration<?> handler, Delivery delivery) {
    Metadata known = delivery.metadata();
    OrderSource source = handler.orderedBy().orElse(OrderSource.ARRIVAL);
    if (known.aggregateId() == null
        || source == OrderSource.ARRIVAL
        || place(source, known) != null) {
      return Optional.empty();
    }
    String part = source == OrderSource.SEQUENCE ? "sequence" : "partition and offset";
    return Optional.of(
        Failure.of(
            ErrorClass.POISON,
            "OrderMissing",
            source.name(),
            "the handler is ordered by "
                + source
                + ", and the message has an aggregate but no "
                + part));
  }
}
