package io.consumptionledger.conformance;

/** What a store or its fixture can do beyond the store's interface. Rules name what they need. */
public enum Capability {
  /** The store takes part in a transaction that the calling thread has open. */
  JOINED_TRANSACTIONS("verbs take part in the caller's transaction"),
  /**
   * The store runs work in transactions of its own, and the fixture can roll one back behind its
   * back.
   */
  TRANSACTIONS("work runs in transactions of the store's own"),
  /** The sessions of the store have a time zone that the fixture can choose. */
  SESSION_ZONE("sessions have a time zone of their own"),
  /** The fixture can lock a row as another writer would, and the store passes by locked rows. */
  SKIP_LOCKED("rows locked by another writer are passed by"),
  /** The fixture can write columns behind the store's back. */
  DIRTY_HANDS("columns can be written behind the store's back"),
  /** The fixture can make it impossible to write the audit. */
  BROKEN_AUDIT("the audit can be made impossible to write"),
  /**
   * The fixture can offer a data source that would swallow claims into the caller's transaction.
   */
  TRANSACTION_BOUND_SOURCE("a store on a transaction-bound connection can be attempted");

  private final String meaning;

  Capability(String meaning) {
    this.meaning = meaning;
  }

  /**
   * What it means, for reports.
   *
   * @return half a sentence
   */
  public String meaning() {
    return meaning;
  }
}
