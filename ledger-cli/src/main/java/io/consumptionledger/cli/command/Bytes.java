package io.consumptionledger.cli.command;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Bytes for people. */
final class Bytes {
  private static final String HEX = "hex ";

  private Bytes() {}

  /** The text if they are UTF-8, else hexadecimal digits. */
  static String shown(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return HEX + HexFormat.of().formatHex(bytes);
    }
  }
}
