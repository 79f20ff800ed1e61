package io.consumptionledger.internal;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.spi.LedgerStore;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** The handlers of a ledger, by id. Thread-safe once nobody adds any more. */
public final class Handlers {
  private final Map<String, HandlerDeclaration<?>> byId = new TreeMap<>();

  /**
   * Adds one.
   *
   * @throws InvalidFieldException if there is one of that id
   */
  public void add(HandlerDeclaration<?> handler) {
    if (byId.putIfAbsent(handler.id(), handler) != null) {
      throw new InvalidFieldException("handlerId", "is declared twice: " + handler.id());
    }
  }

  /**
   * A copy for a ledger on a store.
   *
   * @throws ConfigurationException if there is none, or one that cannot run on this store
   */
  public Handlers on(LedgerStore store) {
    if (byId.isEmpty()) {
      throw new ConfigurationException("a ledger needs at least one handler");
    }
    byId.values().forEach(handler -> requireTransactions(handler, store));
    Handlers copy = new Handlers();
    copy.byId.putAll(byId);
    return copy;
  }

  private static void requireTransactions(HandlerDeclaration<?> handler, LedgerStore store) {
    if (handler.mode() != ConsumptionMode.LEASED && !store.hasTransactions()) {
      throw new ConfigurationException(
          "handler "
              + handler.id()
              + " is "
              + handler.mode()
              + ", but there are no transactions in a store "
              + store.description()
              + "; use LEASED, or a store on a database");
    }
  }

  /**
   * The one that a message is for.
   *
   * @throws InvalidFieldException if there is none of that id
   */
  public HandlerDeclaration<?> of(Delivery delivery) {
    String id = delivery.key().handlerId();
    HandlerDeclaration<?> handler = byId.get(id);
    if (handler == null) {
      throw new InvalidFieldException(
          "handlerId", "is " + Text.shown(id) + ", this ledger knows " + byId.keySet());
    }
    return handler;
  }

  /** The longest lease among them. */
  public Duration longestLease() {
    return byId.values().stream()
        .map(HandlerDeclaration::lease)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** All of them; unmodifiable. */
  public Map<String, HandlerDeclaration<?>> byId() {
    return Collections.unmodifiableMap(byId);
  }
}
