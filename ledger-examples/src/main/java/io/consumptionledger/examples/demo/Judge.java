package io.consumptionledger.examples.demo;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.examples.demo.Effects.Did;
import io.consumptionledger.examples.demo.Rules.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether the demo went well: holds what the handlers did and what the table says against
 * what must follow from the input. The ledger's own answers prove nothing and are not asked; they
 * only tell how many deliveries there were to suppress.
 */
final class Judge {
  private final List<String> problems = new ArrayList<>();
  private final Evidence evidence;
  private long handled;
  private long dead;

  private Judge(Evidence evidence) {
    this.evidence = evidence;
  }

  /**
   * The verdict.
   *
   * @param problems what went wrong, one sentence each; empty if all is well
   * @param handled how many messages took effect, each handler's counted
   * @param duplicates how many acknowledged deliveries beyond the one that each message needs
   * @param dead how many ended as dead letters
   */
  record Verdict(List<String> problems, long handled, long duplicates, long dead) {
    boolean passed() {
      return problems.isEmpty();
    }
  }

  static Verdict judge(Evidence evidence) {
    return new Judge(evidence).judge();
  }

  private Verdict judge() {
    evidence.expected().forEach(this::checkEffect);
    evidence.did().keySet().forEach(this::checkKnown);
    checkRows();
    checkChain();
    long answered = evidence.answered().values().stream().mapToLong(Integer::longValue).sum();
    return new Verdict(
        List.copyOf(problems), handled, Math.max(0, answered - evidence.expected().size()), dead);
  }

  private void checkEffect(ConsumptionKey key, Fate fate) {
    Did did = evidence.did().getOrDefault(key, Did.NOTHING);
    int wanted = fate.isDead() ? 0 : 1;
    if (did.applied() != wanted) {
      problems.add(key + " took effect " + times(did.applied()) + " instead of " + times(wanted));
    }
    if (did.runs() == 0) {
      problems.add(key + " never reached its handler");
    } else if (key.handlerId().equals(Rules.CATALOG) && did.runs() > 1) {
      // This handler forgives being run twice, so here the runs are counted.
      problems.add(key + " was run " + times(did.runs()) + " although it never fails");
    }
    if (!evidence.answered().containsKey(key)) {
      problems.add(key + " was never acknowledged");
    }
    handled += did.applied() > 0 ? 1 : 0;
  }

  private void checkKnown(ConsumptionKey key) {
    if (!evidence.expected().containsKey(key)) {
      problems.add(key + " was handled but is not in the input");
    }
  }

  private void checkRows() {
    Map<ConsumptionKey, TableRow> byKey = new HashMap<>();
    for (TableRow row : evidence.rows()) {
      if (byKey.put(row.key(), row) != null) {
        problems.add(row.key() + " has two rows");
      }
      if (!evidence.expected().containsKey(row.key())) {
        problems.add(row.key() + " has a row but is not in the input");
      }
      dead += row.state() == ConsumptionState.DEAD_LETTER ? 1 : 0;
    }
    evidence.expected().forEach((key, fate) -> checkRow(key, fate, byKey.get(key)));
  }

  private void checkRow(ConsumptionKey key, Fate fate, TableRow row) {
    ConsumptionState wanted =
        fate.isDead() ? ConsumptionState.DEAD_LETTER : ConsumptionState.SUCCEEDED;
    if (row == null) {
      problems.add(key + " has no row");
    } else if (row.state() != wanted) {
      problems.add(key + " is " + row.state() + " instead of " + wanted);
    } else if (row.errorClass() != fate.dead()) {
      problems.add(
          key + " is a dead letter of class " + row.errorClass() + " instead of " + fate.dead());
    } else if (fate.isDead() && !String.valueOf(row.message()).contains(fate.reason())) {
      problems.add(key + " does not say that " + fate.reason());
    }
  }

  private void checkChain() {
    if (!evidence.foundChain().equals(evidence.wantedChain())) {
      problems.add(
          "the catalog ended with "
              + evidence.foundChain()
              + " instead of "
              + evidence.wantedChain());
    }
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }
}
