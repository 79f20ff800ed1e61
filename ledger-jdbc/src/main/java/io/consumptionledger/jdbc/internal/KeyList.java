package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Many keys as one parameter: a JSON array of objects with the members t, h, e, i (the key) and, if
 * each has one, c (a token). Sorted by key, so that all batches take their locks in one order.
 */
final class KeyList {
  private KeyList() {}

  static String of(Collection<ConsumptionKey> keys) {
    SortedMap<ConsumptionKey, ClaimToken> sorted = new TreeMap<>();
    keys.forEach(key -> sorted.put(key, null));
    return json(sorted);
  }

  static String of(Map<ConsumptionKey, ClaimToken> tokens) {
    return json(new TreeMap<>(tokens));
  }

  /**
   * Rows of one tenant and handler that are locked already, so in any order: the members e, i and c
   * only.
   */
  static String locked(Collection<Claim> claims) {
    StringBuilder out = new StringBuilder("[");
    for (Claim claim : claims) {
      out.append(out.length() == 1 ? "{" : ",{");
      member(out, "e", claim.key().eventId()).append(',');
      member(out, "i", claim.key().itemKey()).append(',');
      member(out, "c", claim.token().value().toString()).append('}');
    }
    return out.append(']').toString();
  }

  private static String json(SortedMap<ConsumptionKey, ClaimToken> keys) {
    StringBuilder out = new StringBuilder("[");
    keys.forEach(
        (key, token) -> {
          out.append(out.length() == 1 ? "{" : ",{");
          member(out, "t", key.tenant().id()).append(',');
          member(out, "h", key.handlerId()).append(',');
          member(out, "e", key.eventId()).append(',');
          member(out, "i", key.itemKey());
          if (token != null) {
            member(out.append(','), "c", token.value().toString());
          }
          out.append('}');
        });
    return out.append(']').toString();
  }

  static StringBuilder member(StringBuilder out, String name, String value) {
    return JsonRows.quote(out.append('"').append(name).append("\":"), value);
  }
}
