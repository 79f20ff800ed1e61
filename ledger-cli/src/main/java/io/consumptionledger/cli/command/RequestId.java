package io.consumptionledger.cli.command;

import java.util.UUID;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the id of a replay request, which must be written out. */
final class RequestId implements ITypeConverter<UUID> {
  private static final int LENGTH = 36;

  @Override
  public UUID convert(String text) {
    if (text.length() == LENGTH) {
      try {
        return UUID.fromString(text);
      } catch (IllegalArgumentException e) {
        throw wrong(text);
      }
    }
    throw wrong(text);
  }

  private static TypeConversionException wrong(String text) {
    return new TypeConversionException("'" + text + "' is not the id of a replay request");
  }
}
