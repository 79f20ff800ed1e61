package io.consumptionledger.cli.command;

import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.OrderSource;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.operations.QuarantineDecoder;
import io.consumptionledger.operations.QuarantineOutcome;
import io.consumptionledger.operations.QuarantineOutcome.Kind;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Turns quarantined messages into rows that are due. */
@Command(
    name = "replay",
    description = {
      "Turns messages into rows that are due, each once: the application's handler runs them as soon"
          + " as it looks for due rows.",
      "Who they are is said in one of two ways: --event names the event of one message, whose bytes"
          + " stay as they came; or --decoder names a class of yours that reads them, which"
          + " implements QuarantineDecoder and has a constructor without parameters."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger quarantine replay ID --handler billing --ordered-by NONE --event order-4711"
          + " --reason \"the id header was missing\"",
      "  ledger quarantine replay ID ID --handler billing --ordered-by SEQUENCE --class-path"
          + " mended.jar --decoder com.example.Mended --reason \"decoder is mended\""
    })
final class QuarantineReplayCommand extends LedgerCommand {
  private static final int LARGEST = 64 * 1024 * 1024;

  @Mixin private MessageIds messages;
  @Mixin private Because because;
  @Mixin private NamedEvent named;
  @Mixin private DecoderClass decoderClass;

  @Option(
      names = "--handler",
      paramLabel = "ID",
      required = true,
      description = "The handler that they were meant for.")
  private String handler;

  /** What puts the handler's messages in order. */
  private enum Order {
    /** Nothing. */
    NONE,
    /** The event's sequence. */
    SEQUENCE,
    /** The broker's offset. */
    OFFSET,
    /** The order of arrival. */
    ARRIVAL
  }

  @Option(
      names = "--ordered-by",
      paramLabel = "ORDER",
      required = true,
      description =
          "What the application declares for this handler, which is not known here:"
              + " ${COMPLETION-CANDIDATES}.")
  private Order order;

  @Option(
      names = "--max-payload",
      paramLabel = "BYTES",
      defaultValue = "1048576",
      description = "The handler's limit of content in bytes (default: 1048576).")
  private int maxPayload;

  @Override
  protected Work prepare(Tenant tenant) {
    List<String> ids = messages.ids();
    String reason = because.reason();
    Within.check("--max-payload", maxPayload, 1, LARGEST);
    HandlerDeclaration<Delivery> declaration = declaration();
    QuarantineDecoder decoder = decoder(tenant, ids);
    return desk -> {
      List<QuarantineOutcome> outcomes =
          desk.operations()
              .quarantine()
              .replay(tenant, ids, declaration, decoder, desk.operator(), reason);
      long done =
          outcomes.stream()
              .filter(each -> each.kind() == Kind.ADMITTED || each.kind() == Kind.DUPLICATE)
              .count();
      print(QuarantineViews.outcomes(outcomes, done, "replayed"));
      return outcomes.stream().anyMatch(each -> each.kind() == Kind.FAILED)
          ? Exit.UNAVAILABLE
          : Exit.of(done == outcomes.size());
    };
  }

  /** Only its order and its limit count; nothing is run here. */
  private HandlerDeclaration<Delivery> declaration() {
    HandlerDeclaration.Builder<Delivery> builder =
        HandlerDeclaration.of(
                handler, ReplaySafety.IDEMPOTENT, Decoder.none(), (message, attempt) -> {})
            .maxPayloadBytes(maxPayload);
    return order == Order.NONE
        ? builder.build()
        : builder.orderedBy(OrderSource.valueOf(order.name())).build();
  }

  private QuarantineDecoder decoder(Tenant tenant, List<String> ids) {
    if (named.isGiven() == decoderClass.isGiven()) {
      throw new InvalidFieldException("--event", "or --decoder must be given, and not both");
    }
    if (decoderClass.isGiven()) {
      return decoderClass.load();
    }
    if (ids.size() > 1) {
      throw new InvalidFieldException("--event", "names one message, and there are " + ids.size());
    }
    return named.decoder(tenant, handler);
  }
}
