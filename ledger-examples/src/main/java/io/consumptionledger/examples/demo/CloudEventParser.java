package io.consumptionledger.examples.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads one CloudEvent from JSON, with bounds on size and nesting. */
final class CloudEventParser {
  /** The longest event, in bytes. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final int MAX_NESTING = 64;
  private static final Set<String> WANTED =
      Set.of("specversion", "id", "source", "type", "subject", "time", "sequence");

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxDocumentLength(MAX_BYTES)
                  .maxStringLength(MAX_BYTES)
                  .maxNameLength(1_000)
                  .maxNumberLength(100)
                  .maxNestingDepth(MAX_NESTING)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private CloudEventParser() {}

  /**
   * Parses one event.
   *
   * @throws IOException if it is not JSON, not a CloudEvent of version 1.0, or too large
   */
  static CloudEvent parse(byte[] json) throws IOException {
    if (json.length > MAX_BYTES) {
      throw new IOException("is longer than " + Words.number(MAX_BYTES) + " bytes");
    }
    try (JsonParser parser = JSON.createParser(json)) {
      Map<String, String> found = new HashMap<>();
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("is not a JSON object");
      }
      readObject(parser, found);
      if (parser.nextToken() != null) {
        throw new IOException("goes on after the end of its JSON object");
      }
      return event(found);
    } catch (JsonParseException e) {
      throw new IOException("is not valid JSON: " + Words.oneLine(e.getOriginalMessage()), e);
    }
  }

  private static void readObject(JsonParser parser, Map<String, String> found) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("data") && value == JsonToken.START_OBJECT) {
        readData(parser, found);
      } else if (value.isScalarValue()) {
        if (WANTED.contains(name) && value != JsonToken.VALUE_NULL) {
          found.put(name, parser.getText());
        }
      } else {
        parser.skipChildren();
      }
    }
  }

  private static void readData(JsonParser parser, Map<String, String> found) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.VALUE_STRING && (name.equals("before") || name.equals("after"))) {
        found.put("data." + name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
  }

  private static CloudEvent event(Map<String, String> found) throws IOException {
    if (!"1.0".equals(required(found, "specversion"))) {
      throw new IOException("is not of specversion 1.0");
    }
    return new CloudEvent(
        required(found, "source"),
        required(found, "id"),
        required(found, "type"),
        found.get("subject"),
        time(found.get("time")),
        sequence(found.get("sequence")),
        found.get("data.before"),
        found.get("data.after"));
  }

  private static String required(Map<String, String> found, String name) throws IOException {
    String value = found.get(name);
    if (value == null || value.isEmpty()) {
      throw new IOException("is not a CloudEvent: it has no " + name);
    }
    return value;
  }

  private static Instant time(String value) throws IOException {
    try {
      return value == null ? null : OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeException e) {
      throw new IOException("has a time that is not RFC 3339: " + Words.shown(value), e);
    }
  }

  /** The extension may be any text; only a number can be a version. */
  private static Long sequence(String value) {
    boolean number = value != null && value.matches("[0-9]{1,18}");
    return number ? Long.valueOf(value) : null;
  }
}
