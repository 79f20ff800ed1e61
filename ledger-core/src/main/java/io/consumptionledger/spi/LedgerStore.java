package io.consumptionledger.spi;

import io.consumptionledger.ErrorClassifier;

/**
 * A store of rows: one method for each {@link io.consumptionledger.Transition}, of the same name,
 * and what it takes to look at them. The package documentation says what holds for every method.
 */
public interface LedgerStore
    extends ClaimVerbs,
        BatchVerbs,
        OrderVerbs,
        OwnerVerbs,
        RecordVerbs,
        TransactionVerbs,
        SweepVerbs,
        RetentionVerbs,
        NodeVerbs,
        HandlerControlVerbs,
        OperatorVerbs,
        ReplayRequestVerbs,
        ReadVerbs,
        AnomalyVerbs,
        QuarantineVerbs,
        InspectionVerbs,
        AuditVerbs {

  /**
   * What this store is, for logs and reports.
   *
   * @return product and version; no address, no user, no secret
   */
  String description();

  /**
   * Judges the exceptions of this store's database.
   *
   * @return the classifier, never null
   */
  ErrorClassifier errorClassifier();
}
