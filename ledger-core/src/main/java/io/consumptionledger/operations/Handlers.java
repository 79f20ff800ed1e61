package io.consumptionledger.operations;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.InspectionVerbs;
import java.util.ArrayList;
import java.util.List;

/** Which handlers a question is about. */
final class Handlers {
  private static final int PAGE = 1_000;

  private final InspectionVerbs store;

  Handlers(InspectionVerbs store) {
    this.store = store;
  }

  /** The handler that is named, else all that have rows of the tenant. */
  List<String> of(Tenant tenant, String named) {
    if (named != null) {
      return List.of(named);
    }
    List<String> all = new ArrayList<>();
    List<String> page;
    do {
      page = store.handlers(tenant, all.isEmpty() ? null : all.get(all.size() - 1), PAGE);
      all.addAll(page);
    } while (page.size() == PAGE);
    return all.stream().filter(Handlers::canBe).toList();
  }

  /** A handler that cannot be, written by hand, is passed by. */
  private static boolean canBe(String handlerId) {
    try {
      RowFilter.all().ofHandler(handlerId);
      return true;
    } catch (InvalidFieldException e) {
      return false;
    }
  }
}
