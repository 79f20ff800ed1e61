package io.consumptionledger.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.consumptionledger.cli.output.Report.Details;
import io.consumptionledger.cli.output.Report.Note;
import io.consumptionledger.cli.output.Report.Section;
import io.consumptionledger.cli.output.Report.Table;
import io.consumptionledger.cli.output.Report.Value;
import io.consumptionledger.operations.Count;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/**
 * Reports as JSON, one object on one line: instants as ISO 8601 in UTC, time spans in seconds,
 * counts as an object of {@code number} and {@code exact}, what is not there as null.
 */
final class JsonReport {
  /** Plain ASCII, whatever the character set of the terminal or file is, and harmless on both. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JsonReport() {}

  static String of(Report report) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      for (Section section : report.sections()) {
        write(json, section);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Section section) throws IOException {
    if (section instanceof Table<?> table) {
      table(json, table);
    } else if (section instanceof Details<?> details) {
      details(json, details);
    } else if (section instanceof Value value) {
      field(json, value.name(), value.value());
    } else if (!(section instanceof Note)) {
      throw new AssertionError(section);
    }
  }

  private static <T> void table(JsonGenerator json, Table<T> table) throws IOException {
    json.writeArrayFieldStart(table.name());
    for (T item : table.items()) {
      object(json, table.view(), item);
    }
    json.writeEndArray();
  }

  private static <T> void details(JsonGenerator json, Details<T> details) throws IOException {
    json.writeFieldName(details.name());
    if (details.item() == null) {
      json.writeNull();
    } else {
      object(json, details.view(), details.item());
    }
  }

  private static <T> void object(JsonGenerator json, View<T> view, T item) throws IOException {
    json.writeStartObject();
    for (View.Field<T> field : view.fields()) {
      field(json, field.name(), field.value().apply(item));
    }
    json.writeEndObject();
  }

  private static void field(JsonGenerator json, String name, Object value) throws IOException {
    json.writeFieldName(name);
    value(json, value);
  }

  private static void value(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Number number) {
      json.writeNumber(number.toString());
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Instant instant) {
      json.writeString(instant.toString());
    } else if (value instanceof Duration duration) {
      json.writeNumber(BigDecimal.valueOf(duration.toMillis(), 3));
    } else if (value instanceof Count count) {
      json.writeStartObject();
      json.writeNumberField("number", count.number());
      json.writeBooleanField("exact", count instanceof Count.Exactly);
      json.writeEndObject();
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else if (value instanceof Collection<?> all) {
      json.writeStartArray();
      for (Object each : all) {
        value(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        field(json, entry.getKey().toString(), entry.getValue());
      }
      json.writeEndObject();
    } else {
      json.writeString(value.toString());
    }
  }
}
