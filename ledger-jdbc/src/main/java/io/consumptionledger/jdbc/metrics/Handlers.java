package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.HandlerDeclaration;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The handlers that may name themselves in a tag: those of an inventory. Thread-safe. */
final class Handlers {
  /** Stands for every other handler, so that nobody's input makes meters. */
  static final String UNKNOWN = "unknown";

  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private volatile Duration longestLease = Duration.ZERO;

  void add(Collection<HandlerDeclaration<?>> inventory) {
    for (HandlerDeclaration<?> handler : inventory) {
      ids.add(handler.id());
      if (handler.lease().compareTo(longestLease) > 0) {
        longestLease = handler.lease();
      }
    }
  }

  /** The value of the tag: the id itself if it is known. */
  String tag(String id) {
    return ids.contains(id) ? id : UNKNOWN;
  }

  Duration longestLease() {
    return longestLease;
  }
}
