package io.consumptionledger.benchmarks;

import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Group;
import io.consumptionledger.benchmarks.lines.HeldConnections;
import io.consumptionledger.benchmarks.lines.Leased;
import io.consumptionledger.benchmarks.lines.PooledConnections;
import java.util.List;

/** All that is measured. */
final class Catalog {
  private final Space space;
  private final Scale scale;

  Catalog(Space space, Scale scale) {
    this.space = space;
    this.scale = scale;
  }

  List<Group> groups() {
    return List.of(leased());
  }

  private Group leased() {
    return new Group(
        "leased",
        "One message at a time",
        "A new message, a handler that does nothing, a row that ends in SUCCEEDED.",
        scale.callers(),
        List.of(new HeldConnections(space), new PooledConnections(space)),
        List.of(Leased.batching(space), Leased.alone(space)));
  }
}
