package io.consumptionledger.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.spi.RowVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows in a file that {@code list --json} has written. */
final class RowsFile {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String ROWS = "rows";

  private RowsFile() {}

  static List<RowVersion> read(Path file, Tenant tenant) {
    try (JsonParser json = FACTORY.createParser(Files.newBufferedReader(file))) {
      List<RowVersion> rows = new ArrayList<>();
      expect(json.nextToken() == JsonToken.START_OBJECT, file);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isRows = json.currentName().equals(ROWS);
        JsonToken value = json.nextToken();
        if (isRows) {
          expect(value == JsonToken.START_ARRAY, file);
          while (json.nextToken() == JsonToken.START_OBJECT) {
            rows.add(row(json, tenant, file));
          }
          expect(json.currentToken() == JsonToken.END_ARRAY, file);
        } else {
          json.skipChildren();
        }
      }
      expect(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null, file);
      expect(!rows.isEmpty(), file);
      return rows;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static RowVersion row(JsonParser json, Tenant tenant, Path file) throws IOException {
    String handler = null;
    String event = null;
    String item = "";
    long version = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "tenant" -> checkTenant(text(json, value), tenant, file);
        case "handler" -> handler = text(json, value);
        case "event" -> event = text(json, value);
        case "item" -> item = value == JsonToken.VALUE_NULL ? "" : text(json, value);
        case "version" -> version = value == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : 0;
        default -> json.skipChildren();
      }
    }
    expect(handler != null && event != null && item != null && version > 0, file);
    return new RowVersion(new ConsumptionKey(tenant, handler, event, item), version);
  }

  /** Another tenant may well have rows of the same names and versions. */
  private static void checkTenant(String found, Tenant tenant, Path file) {
    if (!tenant.id().equals(found)) {
      throw new CommandException(
          Exit.USAGE,
          "the file " + file + " holds rows of the tenant " + found + ", not of " + tenant.id());
    }
  }

  private static String text(JsonParser json, JsonToken value) throws IOException {
    return value == JsonToken.VALUE_STRING ? json.getText() : null;
  }

  private static void expect(boolean isSo, Path file) {
    if (!isSo) {
      throw unreadable(file, null);
    }
  }

  private static CommandException unreadable(Path file, Exception cause) {
    return new CommandException(
        Exit.USAGE,
        "the file " + file + " does not hold rows as \"ledger list --json\" prints them",
        cause);
  }
}
