package io.consumptionledger.spi;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The record of what should not happen. Commits on its own. */
public interface AnomalyVerbs {
  /**
   * Records an anomaly unless the same kind was recorded for the same claim (key and epoch) before.
   *
   * @param anomaly what happened; its time is ignored
   * @return true if it is new
   */
  boolean recordAnomaly(Anomaly anomaly);

  /**
   * Anomalies of one tenant, newest first.
   *
   * @param tenant whose; not null
   * @param kinds which kinds; not empty
   * @param from seen at or after this; null for no bound
   * @param before seen before this; null for no bound
   * @param limit how many at the most, from 1 to 1,000
   * @return the anomalies
   */
  List<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, int limit);
}
