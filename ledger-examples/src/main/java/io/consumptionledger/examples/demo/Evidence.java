package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that the judge looks at.
 *
 * @param expected what must have become of every message at every handler
 * @param did what the handlers say they did
 * @param rows what the table says
 * @param answered how many deliveries of each message were answered with "acknowledge"
 * @param wantedChain what the input's chain leaves when it is applied once each, in order
 * @param foundChain what the catalog has
 */
record Evidence(
    Map<ConsumptionKey, Rules.Fate> expected,
    Map<ConsumptionKey, Effects.Did> did,
    Collection<TableRow> rows,
    Map<ConsumptionKey, Integer> answered,
    Chain wantedChain,
    Chain foundChain) {

  /** Works out from the input alone what must have happened. */
  static Map<ConsumptionKey, Rules.Fate> expected(
      List<Input.Message> messages, List<String> handlerIds) {
    Map<ConsumptionKey, Rules.Fate> fates = new LinkedHashMap<>();
    for (Input.Message message : messages) {
      for (String handlerId : handlerIds) {
        ConsumptionKey key = message.event().keyAt(handlerId);
        fates.put(key, Rules.fate(key));
      }
    }
    return fates;
  }

  /** Applies the input to a catalog of its own, one message after the other. */
  static Chain wantedChain(List<Input.Message> messages) {
    Catalog catalog = new Catalog(new Effects());
    messages.forEach(m -> catalog.apply(m.event(), m.event().keyAt(Rules.CATALOG)));
    return catalog.chain();
  }
}
