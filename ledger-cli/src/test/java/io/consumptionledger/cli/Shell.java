package io.consumptionledger.cli;

import io.consumptionledger.cli.base.Desk;
import io.consumptionledger.cli.base.Desks;
import io.consumptionledger.cli.base.Environment;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.spi.LedgerStore;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Types commands and keeps what they print. */
final class Shell {
  final Map<String, String> variables = new HashMap<>();
  final List<String> questions = new ArrayList<>();
  List<String> common = List.of();
  boolean isTerminal;
  char[] typed;
  boolean isCutOff;
  int opened;

  private final Desks desks;
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  Shell(Desks desks) {
    this.desks = desks;
  }

  /** A shell of a person on a store. */
  static Shell on(LedgerStore store, String person) {
    return new Shell(
        (connecting, environment) ->
            new Desk(Operations.on(store).build(), new Operator(person), () -> {}));
  }

  int run(String... args) {
    out = new StringWriter();
    err = new StringWriter();
    Environment environment =
        new Environment(
            new PrintWriter(isCutOff ? new PipedWriter() : out),
            new PrintWriter(err),
            isTerminal,
            variables::get,
            question -> {
              questions.add(question);
              return typed;
            },
            (connecting, where) -> {
              opened++;
              return desks.open(connecting, where);
            });
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(common);
    return LedgerCli.run(environment, all.toArray(String[]::new));
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
