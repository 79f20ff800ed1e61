package io.consumptionledger.examples.demo;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs the demo as from a command line and keeps what it printed. */
final class Terminal {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
  private final PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);

  int run(Function<Options, Database> databases, String... args) {
    return new DemoRunner(outStream, errStream, databases).run(args, Map.of());
  }

  int runForReal(String... args) {
    return new DemoRunner(outStream, errStream).run(args, Map.of());
  }

  List<String> out() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  List<String> err() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  String lastLine() {
    List<String> lines = out();
    return lines.get(lines.size() - 1);
  }
}
