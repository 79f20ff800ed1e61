package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.spi.ReplayRequest;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Agrees to a replay. */
@Command(
    name = "approve",
    description =
        "Agrees to a replay that another person has asked for. Names the hash of the rows, which"
            + " \"ledger replay status\" shows beside them.",
    footerHeading = "%nExample:%n",
    footer = "  ledger replay approve 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --hash HASH")
final class ReplayApproveCommand extends LedgerCommand {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  @Parameters(
      paramLabel = "REQUEST",
      converter = RequestId.class,
      description = "The request's id.")
  private UUID id;

  @Option(
      names = "--hash",
      paramLabel = "HEX",
      required = true,
      description = "The hash of the rows that you have seen, 64 hexadecimal digits.")
  private String hash;

  @Override
  protected Work prepare(Tenant tenant) {
    if (!HASH.matcher(hash).matches()) {
      throw new InvalidFieldException("--hash", "must be 64 hexadecimal digits in lower case");
    }
    Sha256 selection = Sha256.ofHash(HexFormat.of().parseHex(hash));
    return desk -> {
      ReplayRequest request =
          desk.operations().replays().approve(tenant, id, desk.operator(), selection);
      print(
          new Report()
              .details("request", null, Views.REQUEST, request)
              .note("It is run with: ledger replay run " + id));
      return Exit.OK;
    };
  }
}
