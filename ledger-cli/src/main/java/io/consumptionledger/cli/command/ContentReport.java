package io.consumptionledger.cli.command;

import io.consumptionledger.Headers;
import io.consumptionledger.Headers.Header;
import io.consumptionledger.cli.output.Format;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;

/** What a message holds: as text for people, in Base64 for machines. */
final class ContentReport {
  private static final View<Header> HEADER =
      new View<Header>()
          .column("header", Header::name)
          .column("value", header -> header.value().map(Bytes::shown).orElse(null));
  private static final View<Header> RAW_HEADER =
      new View<Header>()
          .column("name", Header::name)
          .column("value", header -> header.value().orElse(null));
  private static final View<Parts> FOR_PEOPLE =
      new View<Parts>()
          .detail("state", Parts::state)
          .detail("rawKey", parts -> shown(parts.rawKey()))
          .detail("payload", parts -> shown(parts.payload()));

  private ContentReport() {}

  private record Parts(Object state, byte[] rawKey, byte[] payload) {}

  private static String shown(byte[] bytes) {
    return bytes == null ? null : Bytes.shown(bytes);
  }

  static Report of(Format format, Object state, Headers headers, byte[] rawKey, byte[] payload) {
    if (format == Format.JSON) {
      return new Report()
          .value("state", state)
          .table("headers", RAW_HEADER, headers.list(), null)
          .value("rawKey", rawKey)
          .value("payload", payload);
    }
    return new Report()
        .table("headers", HEADER, headers.list(), "No headers.")
        .details("content", "Content", FOR_PEOPLE, new Parts(state, rawKey, payload));
  }
}
