package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import java.util.ArrayList;
import java.util.List;

/** Which tenants have rows of a handler, so that what is done per tenant reaches all of them. */
public interface TenantListRules extends StoreRules {
  private static List<String> tenants(Scenario s) {
    return s.store().tenants(s.handler(), null, 1000).stream().map(Tenant::id).toList();
  }

  @Rule(
      id = "TENANT_LIST-1",
      text = "The tenants with rows of a handler, in whatever state, each once and in order.",
      lookAt = "handler_id in tenants, and the collation of tenant_id")
  default void tenantsOfOneHandler(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, state.name());
    }
    for (String tenant : List.of("b", "B", "b ", "\uD83D\uDE00", "\uFF5E")) {
      s.claim(s.bare(s.key(new Tenant(tenant), "e1")));
      s.claim(s.full(s.key(new Tenant(tenant), "e2")));
    }
    for (String handler : List.of(s.handler() + ".x", s.handler() + "a", "a")) {
      s.claim(s.bare(new ConsumptionKey(new Tenant("stranger"), handler, "e1", "")));
    }
    assertEquals(
        List.of("B", "b", "b ", "default", "\uFF5E", "\uD83D\uDE00"), tenants(s), "the tenants");
    assertEquals(List.of(), s.store().tenants("nobody", null, 10), "tenants of no rows");
  }

  @Rule(
      id = "TENANT_LIST-2",
      text = "Pages of any size lead through all tenants once, in order.",
      lookAt = "where tenants begins after the last one given, and its LIMIT")
  default void pagesLeadThroughAllTenants(Scenario s) {
    List<String> all = List.of("t1", "t2", "t3", "t4", "t5");
    all.forEach(tenant -> s.claim(s.bare(s.key(new Tenant(tenant), "e1"))));
    s.claim(s.bare(new ConsumptionKey(new Tenant("t3a"), s.handler() + ".x", "e1", "")));
    for (int size : List.of(1, 2, 5, 6)) {
      List<String> seen = new ArrayList<>();
      List<Tenant> page = s.store().tenants(s.handler(), null, size);
      while (!page.isEmpty()) {
        page.forEach(tenant -> seen.add(tenant.id()));
        page = s.store().tenants(s.handler(), page.get(page.size() - 1), size);
      }
      assertEquals(all, seen, "tenants in pages of " + size);
    }
  }
}
