package io.consumptionledger.operations;

import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.operations.QuarantineOutcome.Kind;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import io.consumptionledger.spi.QuarantineVerbs.QuarantinePage;
import io.consumptionledger.spi.QuarantineVerbs.QuarantinePosition;
import io.consumptionledger.spi.ReplayRequestVerbs;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Messages that could not be given a key: lists them, replays them once a decoder can read them,
 * and closes them by hand. Their bytes are shown by {@link Looks#quarantined}. Whatever is done is
 * audited with it, or does not happen. Thread-safe.
 */
public final class Quarantine {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final LedgerStore store;
  private final Tenant quarantineTenant;

  Quarantine(LedgerStore store, Tenant quarantineTenant) {
    this.store = store;
    this.quarantineTenant = quarantineTenant;
  }

  /**
   * Lists messages without their bytes, the newest first.
   *
   * @param tenant whose messages; not null
   * @param filter which; not null
   * @param page the token of the page, or null for the first one; the filter must be the same
   * @param limit how many at the most, from 1 to 1,000
   * @return the page; it may be short although there is a next one, see {@link Page}
   * @throws InvalidFieldException if the limit or the token is not valid
   * @throws StoreException if the store fails
   */
  public Page<QuarantineEntry> list(
      Tenant tenant, QuarantineFilter filter, String page, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(filter, "filter");
    QuarantinePage found = store.quarantinePage(tenant, filter, place(page), Limits.page(limit));
    return new Page<>(found.entries(), found.end() == null ? null : token(found.end()));
  }

  private static QuarantinePosition place(String page) {
    PageToken token = PageToken.of(page, 1);
    if (token == null) {
      return null;
    }
    String id = token.parts().get(0);
    if (!id.isEmpty() && !ID.matcher(id).matches()) {
      throw PageToken.invalid();
    }
    return new QuarantinePosition(token.at(), id);
  }

  private static String token(QuarantinePosition end) {
    return new PageToken(end.receivedAt(), List.of(end.id())).text();
  }

  /**
   * Counts messages: exactly up to a limit, else says that there are more.
   *
   * @param tenant whose messages; not null
   * @param filter which; not null
   * @param limit up to where to count, from 1 to 1,000,000
   * @return the number
   * @throws InvalidFieldException if the limit is not valid
   * @throws StoreException if the store fails
   */
  public Count count(Tenant tenant, QuarantineFilter filter, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(filter, "filter");
    return Count.of(store.countQuarantined(tenant, filter, Limits.count(limit)));
  }

  /**
   * What is known of a message, without its bytes.
   *
   * @param tenant whose message it must be; not null
   * @param id its id; not null
   * @return the message, or empty if the tenant has none of that id
   * @throws StoreException if the store fails
   */
  public Optional<QuarantineEntry> show(Tenant tenant, String id) {
    Objects.requireNonNull(tenant, "tenant");
    return isId(id) ? store.quarantineEntry(tenant, id) : Optional.empty();
  }

  static boolean isId(String id) {
    return ID.matcher(id).matches();
  }

  /**
   * Replays messages through a decoder: each becomes a row that is due, exactly once, however often
   * and by however many this is asked. Every message is tried; one that cannot be read, or must not
   * become a row, stays open and says why. The handler runs them with its rules for retries, order
   * and attempts, as soon as a ledger that knows it looks for due rows.
   *
   * @param tenant whose messages; not null
   * @param ids their ids; at most {@value ReplayRequestVerbs#MOST_ROWS}
   * @param handler the declaration of the handler that they were meant for: its limit of content
   *     and its order count
   * @param decoder reads them; what it throws is told, redacted
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return what became of each, in the order of the ids
   * @throws InvalidFieldException if there are too many ids, or the reason is not valid
   */
  public List<QuarantineOutcome> replay(
      Tenant tenant,
      List<String> ids,
      HandlerDeclaration<?> handler,
      QuarantineDecoder decoder,
      Operator operator,
      String reason) {
    Admissions admissions =
        new Admissions(
            store,
            quarantineTenant,
            Objects.requireNonNull(tenant, "tenant"),
            Objects.requireNonNull(handler, "handler"),
            Objects.requireNonNull(decoder, "decoder"),
            new OperatorAction(operator.name(), reason));
    if (ids.size() > ReplayRequestVerbs.MOST_ROWS) {
      throw new InvalidFieldException(
          "ids", "are " + ids.size() + ", at most " + ReplayRequestVerbs.MOST_ROWS);
    }
    return admissions.admit(List.copyOf(ids));
  }

  /**
   * Closes a message because somebody has seen to it otherwise. Its bytes stay.
   *
   * @param tenant whose message it must be; not null
   * @param id its id; not null
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return CLOSED, CLOSED_BEFORE or NOT_FOUND
   * @throws StoreException if the store fails or the audit cannot be written; nothing changed then,
   *     unless the reply was lost for good
   */
  public QuarantineOutcome resolve(Tenant tenant, String id, Operator operator, String reason) {
    return close(store::resolveQuarantined, tenant, id, operator, reason);
  }

  /**
   * Closes a message that is not wanted. Its bytes stay as evidence.
   *
   * @param tenant whose message it must be; not null
   * @param id its id; not null
   * @param operator who
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @return CLOSED, CLOSED_BEFORE or NOT_FOUND
   * @throws StoreException if the store fails or the audit cannot be written; nothing changed then,
   *     unless the reply was lost for good
   */
  public QuarantineOutcome discard(Tenant tenant, String id, Operator operator, String reason) {
    return close(store::discardQuarantined, tenant, id, operator, reason);
  }

  @FunctionalInterface
  private interface Verb {
    boolean close(Tenant tenant, String id, OperatorAction action);
  }

  private QuarantineOutcome close(
      Verb verb, Tenant tenant, String id, Operator operator, String reason) {
    Objects.requireNonNull(tenant, "tenant");
    OperatorAction action = new OperatorAction(operator.name(), reason);
    if (isId(id) && verb.close(tenant, id, action)) {
      return new QuarantineOutcome(id, Kind.CLOSED, null, null);
    }
    return show(tenant, id)
        .filter(entry -> entry.closing() != null)
        .map(
            entry ->
                new QuarantineOutcome(
                    id, Kind.CLOSED_BEFORE, null, "was " + entry.closing().as() + " before"))
        .orElseGet(() -> new QuarantineOutcome(id, Kind.NOT_FOUND, null, "is not there"));
  }
}
