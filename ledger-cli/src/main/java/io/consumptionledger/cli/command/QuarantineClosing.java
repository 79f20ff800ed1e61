package io.consumptionledger.cli.command;

import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Quarantine;
import io.consumptionledger.operations.QuarantineOutcome;
import io.consumptionledger.operations.QuarantineOutcome.Kind;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Closes quarantined messages by hand. */
abstract class QuarantineClosing extends LedgerCommand {
  @Mixin private MessageIds messages;
  @Mixin private Because because;

  abstract QuarantineOutcome close(
      Quarantine quarantine, Tenant tenant, String id, Operator operator, String reason);

  @Override
  protected final Work prepare(Tenant tenant) {
    List<String> ids = messages.ids();
    String reason = because.reason();
    return desk -> {
      List<QuarantineOutcome> outcomes = new ArrayList<>();
      boolean hasFailed = false;
      for (String id : ids) {
        QuarantineOutcome outcome;
        if (hasFailed) {
          outcome = new QuarantineOutcome(id, Kind.NOT_TRIED, null, "the store failed before");
        } else {
          try {
            outcome = close(desk.operations().quarantine(), tenant, id, desk.operator(), reason);
          } catch (StoreException e) {
            hasFailed = true;
            outcome = new QuarantineOutcome(id, Kind.FAILED, null, e.getMessage());
          }
        }
        outcomes.add(outcome);
      }
      long closed = outcomes.stream().filter(each -> each.kind() == Kind.CLOSED).count();
      print(QuarantineViews.outcomes(outcomes, closed, "closed"));
      return hasFailed ? Exit.UNAVAILABLE : Exit.of(closed == outcomes.size());
    };
  }
}
