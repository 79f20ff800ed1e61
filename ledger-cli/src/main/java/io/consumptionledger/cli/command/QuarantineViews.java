package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.cli.output.Words;
import io.consumptionledger.operations.QuarantineOutcome;
import io.consumptionledger.spi.QuarantineVerbs.Closing;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import java.util.List;
import java.util.function.Function;

/** What is shown of quarantined messages. */
final class QuarantineViews {
  static final View<QuarantineEntry> ENTRY =
      new View<QuarantineEntry>()
          .column("receivedAt", QuarantineEntry::receivedAt)
          .column("handler", QuarantineEntry::handlerId)
          .column("topic", QuarantineEntry::topic)
          .column("partition", QuarantineEntry::partition)
          .column("offset", QuarantineEntry::offset)
          .column("closed", closing(Closing::as))
          .text("error", QuarantineEntry::error)
          .column("id", QuarantineEntry::id)
          .detail("closedBy", closing(Closing::by))
          .detail("closedReason", closing(Closing::reason))
          .detail("closedAt", closing(Closing::at));
  static final View<QuarantineOutcome> OUTCOME =
      new View<QuarantineOutcome>()
          .column("outcome", QuarantineOutcome::kind)
          .column("event", key(ConsumptionKey::eventId))
          .column("item", key(key -> key.itemKey().isEmpty() ? null : key.itemKey()))
          .text("detail", QuarantineOutcome::detail)
          .column("id", QuarantineOutcome::id);

  private QuarantineViews() {}

  private static Function<QuarantineEntry, Object> closing(Function<Closing, Object> part) {
    return entry -> entry.closing() == null ? null : part.apply(entry.closing());
  }

  private static Function<QuarantineOutcome, Object> key(Function<ConsumptionKey, Object> part) {
    return outcome -> outcome.key() == null ? null : part.apply(outcome.key());
  }

  static Report outcomes(List<QuarantineOutcome> outcomes, long done, String verb) {
    return new Report()
        .table("outcomes", OUTCOME, outcomes, null)
        .value(verb, done)
        .note(done + " of " + Words.count(outcomes.size(), "message") + " " + verb + ".");
  }
}
