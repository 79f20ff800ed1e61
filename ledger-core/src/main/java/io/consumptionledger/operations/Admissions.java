package io.consumptionledger.operations;

import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.PayloadState;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.TenantNotServedException;
import io.consumptionledger.internal.Places;
import io.consumptionledger.operations.QuarantineOutcome.Kind;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import io.consumptionledger.spi.QuarantinedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One replay of quarantined messages. The decoder is user code that sees their bytes, so each of
 * them is read by an audited look. Used by one thread.
 */
final class Admissions {
  private static final int MOST_FAILURES = 5;

  private final LedgerStore store;
  private final Tenant quarantineTenant;
  private final Tenant tenant;
  private final HandlerDeclaration<?> handler;
  private final QuarantineDecoder decoder;
  private final OperatorAction action;

  private int failures;

  /**
   * A replay.
   *
   * @param quarantineTenant whose messages may turn out to be anybody's; null for nobody's
   */
  Admissions(
      LedgerStore store,
      Tenant quarantineTenant,
      Tenant tenant,
      HandlerDeclaration<?> handler,
      QuarantineDecoder decoder,
      OperatorAction action) {
    this.store = store;
    this.quarantineTenant = quarantineTenant;
    this.tenant = tenant;
    this.handler = handler;
    this.decoder = decoder;
    this.action = action;
  }

  /** What keeps a message from becoming a row. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient QuarantineOutcome outcome;

    Refused(QuarantineOutcome outcome) {
      super(outcome.detail());
      this.outcome = outcome;
    }
  }

  List<QuarantineOutcome> admit(List<String> ids) {
    List<QuarantineOutcome> outcomes = new ArrayList<>();
    for (String id : ids) {
      outcomes.add(isOver() ? notTried(id) : tried(id));
    }
    return List.copyOf(outcomes);
  }

  private boolean isOver() {
    return failures >= MOST_FAILURES || Thread.currentThread().isInterrupted();
  }

  private QuarantineOutcome notTried(String id) {
    String why = failures >= MOST_FAILURES ? "the store failed" : "the run was interrupted";
    return new QuarantineOutcome(id, Kind.NOT_TRIED, null, why + " before its turn came");
  }

  private QuarantineOutcome tried(String id) {
    try {
      QuarantineOutcome outcome = admit(id);
      failures = 0;
      return outcome;
    } catch (Refused e) {
      failures = 0;
      return e.outcome;
    } catch (StoreException e) {
      failures++;
      return new QuarantineOutcome(id, Kind.FAILED, null, e.getMessage());
    }
  }

  private QuarantineOutcome admit(String id) throws Refused {
    if (!Quarantine.isId(id)) {
      return notFound(id);
    }
    // Before the look, so that nothing is read, and no look told, of what is closed.
    Optional<QuarantineEntry> entry = store.quarantineEntry(tenant, id);
    if (entry.isPresent() && entry.get().closing() != null) {
      return closedBefore(id, entry.get().closing().as().name());
    }
    Optional<QuarantinedMessage> message = store.lookAtQuarantined(tenant, id, action);
    if (message.isEmpty()) {
      return notFound(id);
    }
    requireWhole(id, message.get());
    Delivery delivery = decode(id, message.get());
    return answer(id, delivery, admit(id, delivery));
  }

  private AdmitResult admit(String id, Delivery delivery) throws Refused {
    NewRow row = row(id, delivery);
    try {
      return store.admit(tenant, id, row, action);
    } catch (TenantNotServedException e) {
      if (e.tenant().equals(tenant)) {
        throw e;
      }
      throw refused(id, "was decoded for a tenant that is not served here");
    }
  }

  private static QuarantineOutcome notFound(String id) {
    return new QuarantineOutcome(id, Kind.NOT_FOUND, null, "is not there");
  }

  private static QuarantineOutcome closedBefore(String id, String how) {
    return new QuarantineOutcome(id, Kind.CLOSED_BEFORE, null, "was " + how + " before");
  }

  /** The id is a hash over place and payload, so it tells whether all of that is there. */
  private void requireWhole(String id, QuarantinedMessage message) throws Refused {
    if (QuarantinedMessage.CUT.equals(message.failure().code()) || !message.id().equals(id)) {
      throw refused(id, "was too large to be kept whole, or was changed since");
    }
    if (!message.handlerId().equals(handler.id())) {
      throw refused(id, "was meant for the handler " + message.handlerId());
    }
  }

  private Delivery decode(String id, QuarantinedMessage message) throws Refused {
    Delivery delivery;
    try {
      delivery = decoder.decode(message);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(notTried(id));
    } catch (Throwable e) { // also what a message that claims to be huge makes of a decoder
      Failure failure = Failure.of(ErrorClass.POISON, e, null);
      String why = failure.type() + (failure.message() == null ? "" : ": " + failure.message());
      throw new Refused(new QuarantineOutcome(id, Kind.UNREADABLE, null, why));
    }
    if (delivery == null) {
      throw new Refused(
          new QuarantineOutcome(id, Kind.UNREADABLE, null, "the decoder returned nothing"));
    }
    return delivery;
  }

  private NewRow row(String id, Delivery delivery) throws Refused {
    if (!delivery.key().handlerId().equals(handler.id())) {
      throw refused(id, "was decoded for the handler " + delivery.key().handlerId());
    }
    if (!delivery.key().tenant().equals(tenant) && !tenant.equals(quarantineTenant)) {
      throw refused(id, "was decoded for another tenant");
    }
    Optional<Failure> missing = Places.missing(handler, delivery);
    if (missing.isPresent()) {
      throw refused(id, missing.get().message());
    }
    Content content = Content.of(delivery, handler.maxPayloadBytes());
    if (content.state() == PayloadState.TRUNCATED) {
      throw refused(
          id, "is over the handler's limit of " + handler.maxPayloadBytes() + " bytes of content");
    }
    return NewRow.of(delivery, content, Places.of(handler, delivery));
  }

  private static Refused refused(String id, String why) {
    return new Refused(new QuarantineOutcome(id, Kind.REFUSED, null, why));
  }

  private static QuarantineOutcome answer(String id, Delivery delivery, AdmitResult result) {
    if (result instanceof AdmitResult.Admitted) {
      return new QuarantineOutcome(id, Kind.ADMITTED, delivery.key(), null);
    }
    if (result instanceof AdmitResult.Duplicate duplicate) {
      return new QuarantineOutcome(
          id,
          Kind.DUPLICATE,
          delivery.key(),
          "had come another way too: its row is " + duplicate.row().state());
    }
    if (result instanceof AdmitResult.Taken taken) {
      return new QuarantineOutcome(
          id,
          Kind.REFUSED,
          delivery.key(),
          "the key is that of a row with another payload, " + taken.row().state());
    }
    return result instanceof AdmitResult.Closed closed
        ? closedBefore(id, closed.as().name())
        : notFound(id);
  }
}
