package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RetentionVerbs;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is kept beside the rows, and how long rows are kept. */
abstract class JdbcKeeping extends JdbcActs implements QuarantineVerbs, RetentionVerbs {
  private final JdbcQuarantine quarantine;
  private final JdbcAdmissions admissions;
  private final JdbcPurge purge;
  private final JdbcPurgeAside aside;

  JdbcKeeping(Sessions sessions, int maxBatch) {
    super(sessions);
    this.quarantine = new JdbcQuarantine(sessions);
    this.admissions = new JdbcAdmissions(sessions);
    this.purge = new JdbcPurge(sessions, maxBatch);
    this.aside = new JdbcPurgeAside(sessions);
  }

  @Override
  public boolean quarantine(QuarantinedMessage message) {
    return quarantine.quarantine(message);
  }

  @Override
  public Optional<QuarantinedMessage> quarantined(Tenant tenant, String id) {
    return quarantine.quarantined(tenant, id);
  }

  @Override
  public Optional<QuarantineEntry> quarantineEntry(Tenant tenant, String id) {
    return quarantine.quarantineEntry(tenant, id);
  }

  @Override
  public QuarantinePage quarantinePage(
      Tenant tenant, QuarantineFilter filter, QuarantinePosition after, int limit) {
    return quarantine.quarantinePage(tenant, filter, after, limit);
  }

  @Override
  public Counted countQuarantined(Tenant tenant, QuarantineFilter filter, int limit) {
    return quarantine.countQuarantined(tenant, filter, limit);
  }

  @Override
  public AdmitResult admit(Tenant tenant, String id, NewRow row, OperatorAction action) {
    return admissions.admit(tenant, id, row, action);
  }

  @Override
  public boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action) {
    return admissions.close(tenant, id, Resolution.RESOLVED, action);
  }

  @Override
  public boolean discardQuarantined(Tenant tenant, String id, OperatorAction action) {
    return admissions.close(tenant, id, Resolution.DISCARDED, action);
  }

  @Override
  public PurgeResult purge(Purge what, PurgeCursor cursor, int limit, OperatorAction action) {
    return purge.purge(what, cursor, limit, action);
  }

  @Override
  public Purgeable purgeable(Purge what, PurgeCursor cursor, int limit) {
    return purge.purgeable(what, cursor, limit);
  }

  @Override
  public int purgeRows(Purge what, List<ConsumptionKey> keys, OperatorAction action) {
    return purge.purgeRows(what, keys, action);
  }

  @Override
  public PurgedAside purgeQuarantined(
      Tenant tenant, Duration closedBefore, int limit, OperatorAction action) {
    return aside.purgeQuarantined(tenant, closedBefore, limit, action);
  }

  @Override
  public PurgedAside purgeReplayRequests(
      Tenant tenant, Duration finishedBefore, int limit, OperatorAction action) {
    return aside.purgeReplayRequests(tenant, finishedBefore, limit, action);
  }
}
