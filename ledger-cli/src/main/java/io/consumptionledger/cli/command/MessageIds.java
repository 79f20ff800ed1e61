package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Parameters;

/** Quarantined messages by id. */
final class MessageIds {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  @Parameters(
      arity = "1..*",
      paramLabel = "ID",
      description = "The ids of messages, as \"ledger quarantine list\" shows them.")
  private List<String> ids;

  /** The ids, each once. */
  List<String> ids() {
    ids.forEach(MessageIds::check);
    return List.copyOf(new LinkedHashSet<>(ids));
  }

  static void check(String id) {
    if (!ID.matcher(id).matches()) {
      throw new InvalidFieldException(
          "ID",
          "must be 64 hexadecimal digits in lower case, as \"ledger quarantine list\" shows it");
    }
  }
}
