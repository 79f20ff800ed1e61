package io.consumptionledger.examples.chaos;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.examples.demo.Chain;
import io.consumptionledger.examples.demo.CloudEvent;
import io.consumptionledger.examples.demo.CloudEvent.Aggregate;
import io.consumptionledger.examples.demo.Input;
import io.consumptionledger.examples.demo.JdbcDatabase;
import io.consumptionledger.examples.demo.TableRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the tables say at the end, against what the input says by itself.
 *
 * @param problems what is wrong, in sentences; empty when all is well
 * @param events how many different events there are
 * @param chain what the handlers left behind
 * @param kills how many nodes were killed
 * @param freezes how many were frozen past their leases
 */
record Verdict(List<String> problems, long events, Chain chain, int kills, int freezes) {
  static Verdict of(Input input, JdbcDatabase database, BusinessTables tables, Mischief mischief)
      throws SQLException {
    List<String> problems = new ArrayList<>();
    List<TableRow> rows = database.rows();
    for (String handlerId : ChaosHandlers.ALL) {
      long succeeded =
          rows.stream()
              .filter(row -> row.key().handlerId().equals(handlerId))
              .filter(row -> row.state() == ConsumptionState.SUCCEEDED)
              .count();
      expect(problems, handlerId + " has rows that succeeded", input.distinct(), succeeded);
      BusinessTables.Effects effects = tables.effects(database.dataSource(), handlerId);
      expect(problems, handlerId + " has messages with an effect", succeeded, effects.distinct());
      expect(problems, handlerId + " has effects", effects.distinct(), effects.all());
    }
    long expectedRows = input.distinct() * ChaosHandlers.ALL.size();
    expect(problems, "the ledger has rows", expectedRows, rows.size());
    Chain wanted = expected(input);
    Chain found = tables.chain(database.dataSource(), wanted.links());
    expect(problems, "there are broken links", wanted.broken(), found.broken());
    expect(problems, "there are live files", wanted.live(), found.live());
    expect(problems, "the digest is", wanted.digest(), found.digest());
    return new Verdict(problems, input.distinct(), found, mischief.kills(), mischief.freezes());
  }

  private static void expect(List<String> problems, String what, Object wanted, Object found) {
    if (!wanted.toString().equals(found.toString())) {
      problems.add(what + ": " + found + " where " + wanted + " is right");
    }
  }

  /** Each event once, in the order of the input. */
  private static Chain expected(Input input) {
    Map<Aggregate, String> hashes = new TreeMap<>();
    int links = 0;
    int broken = 0;
    Set<List<String>> seen = new HashSet<>();
    for (Input.Message message : input.messages()) {
      CloudEvent event = message.event();
      if (event.hasLink()
          && seen.add(List.of(event.eventId(), Objects.toString(event.subject())))) {
        links++;
        String before = hashes.put(event.aggregate(), event.after());
        if (!event.before().equals(before == null ? Chain.NOTHING : before)) {
          broken++;
        }
      }
    }
    return Chain.of(links, broken, hashes);
  }
}
