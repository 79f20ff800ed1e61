package io.consumptionledger.benchmarks;

import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Group;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Table;
import io.consumptionledger.benchmarks.lines.DueLines;
import io.consumptionledger.benchmarks.lines.GrowthLine;
import io.consumptionledger.benchmarks.lines.HandDuplicates;
import io.consumptionledger.benchmarks.lines.HandLines;
import io.consumptionledger.benchmarks.lines.LedgerLine;
import io.consumptionledger.benchmarks.lines.ManyLines;
import io.consumptionledger.benchmarks.lines.PurgeLine;
import io.consumptionledger.benchmarks.lines.RenewLines;
import io.consumptionledger.benchmarks.peers.JobRunrPeer;
import io.consumptionledger.benchmarks.peers.OutboxPeer;
import io.consumptionledger.benchmarks.peers.SchedulerPeer;
import io.consumptionledger.benchmarks.peers.SqlPeers;
import java.util.List;

/** All that is measured on a database. */
final class Catalog {
  private static final List<Integer> ONE = List.of(1);
  private static final List<Integer> FOUR = List.of(4);
  private static final List<Integer> SIXTEEN = List.of(16);

  private final Space space;
  private final Scale scale;

  Catalog(Space space, Scale scale) {
    this.space = space;
    this.scale = scale;
  }

  /** The names for {@code --only}. */
  static List<String> names() {
    return List.of(
        "leased",
        "many",
        "transactional",
        "single",
        "duplicates",
        "due",
        "renewal",
        "purge",
        "peers",
        "growth",
        "churn",
        "cpu");
  }

  List<Group> groups() {
    return List.of(
        leased(),
        many(),
        transactional(),
        single(),
        duplicates(),
        due(),
        renewal(),
        purge(),
        peers(),
        growth(),
        churn());
  }

  private Group leased() {
    return new Group(
        "leased",
        "LEASED, one message at a time",
        "A new message, a handler that does nothing, a row that ends in SUCCEEDED.",
        scale.callers(),
        List.of(HandLines.held(space), HandLines.pooled(space)),
        List.of(LedgerLine.leased(space), LedgerLine.alone(space)));
  }

  private Group many() {
    List<Line> ledger = List.of(ManyLines.consumeAll(space));
    return new Group(
        "many",
        "Many messages at once",
        "As from a broker's poll. Times are those of a whole batch.",
        List.of(1, 4),
        List.of(ManyLines.byHand(space)),
        ledger);
  }

  private Group transactional() {
    return new Group(
        "transactional",
        "TRANSACTIONAL",
        "The handler inserts one row into the same database.",
        scale.fewCallers(),
        List.of(HandLines.transactional(space)),
        List.of(LedgerLine.transactional(space)));
  }

  private Group single() {
    return new Group(
        "single",
        "SINGLE_TRANSACTION",
        "The handler inserts one row into the same database; there is one commit.",
        scale.fewCallers(),
        List.of(HandLines.single(space)),
        List.of(HandLines.singleGuarded(space), LedgerLine.single(space)));
  }

  private Group duplicates() {
    return new Group(
        "duplicates",
        "Duplicates",
        "Every message was handled before.",
        scale.fewCallers(),
        List.of(new HandDuplicates(space)),
        List.of(LedgerLine.duplicates(space)));
  }

  private Group due() {
    return new Group(
        "due",
        "Retries that are due",
        Table.count(scale.due())
            + " rows are due among "
            + Table.count(scale.dueAmong())
            + " finished ones; measured until all are claimed. Times are those of a batch.",
        FOUR,
        List.of(DueLines.byHand(space, scale.dueAmong(), scale.due())),
        List.of(DueLines.ledger(space, scale.dueAmong(), scale.due())));
  }

  private Group renewal() {
    return new Group(
        "renewal",
        "Renewal of 10,000 claims",
        "In chunks of 1,000. A message is one renewed claim; times are those of all 10,000.",
        ONE,
        List.of(RenewLines.byHand(space)),
        List.of(RenewLines.ledger(space)));
  }

  private Group purge() {
    return new Group(
        "purge",
        "Purge beside live traffic",
        Table.count(scale.old()) + " rows are old enough to be purged.",
        SIXTEEN,
        List.of(PurgeLine.alone(space, scale.old())),
        List.of(PurgeLine.traffic(space, scale.old()), PurgeLine.purged(space, scale.old())));
  }

  private Group peers() {
    return new Group(
        "peers",
        "Peers",
        "A message comes in, a handler that does nothing runs, the database knows that it did."
            + " Compared with the fastest peer that does this kind of work, which is in bold.",
        scale.fewCallers(),
        List.of(
            new OutboxPeer(space),
            new SchedulerPeer(space),
            new JobRunrPeer(space),
            SqlPeers.publications(space)),
        List.of(SqlPeers.inbox(space), LedgerLine.leased(space), LedgerLine.singleNothing(space)));
  }

  private Group growth() {
    List<Line> lines =
        scale.grown().stream().<Line>map(rows -> GrowthLine.grown(space, rows)).toList();
    return new Group(
        "growth",
        "LEASED on tables that have grown",
        "Each number of finished rows in tables of its own.",
        SIXTEEN,
        lines.subList(0, 1),
        lines.subList(1, lines.size()));
  }

  private Group churn() {
    return new Group(
        "churn",
        "LEASED after churn under a snapshot",
        "As after hours of traffic while a report or a backup holds a snapshot.",
        SIXTEEN,
        List.of(GrowthLine.grown(space, scale.grown().get(0))),
        List.of(GrowthLine.churned(space, scale.churn())));
  }
}
