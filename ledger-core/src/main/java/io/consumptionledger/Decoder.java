package io.consumptionledger;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Turns a delivery into what a handler works on. Called before the message is claimed. What it
 * throws (Errors too) makes the message a dead letter of class {@link ErrorClass#POISON}, unless it
 * is judged {@link ErrorClass#RETRYABLE} or the JVM itself is at its end: then the message is
 * redelivered and nothing is recorded. May be called from several threads at once.
 *
 * @param <T> what the handler works on
 */
@FunctionalInterface
public interface Decoder<T> {
  /**
   * Decodes one delivery.
   *
   * @param delivery the message; not null
   * @return the decoded message, passed to the handler as it is
   * @throws Exception if the message cannot be understood
   */
  T decode(Delivery delivery) throws Exception;

  /**
   * Hands the delivery itself to the handler.
   *
   * @return the decoder
   */
  static Decoder<Delivery> none() {
    return delivery -> delivery;
  }

  /**
   * Reads the payload as UTF-8 text and refuses bytes that are not.
   *
   * @return the decoder; a tombstone is refused
   */
  static Decoder<String> utf8() {
    return delivery -> {
      byte[] bytes =
          delivery
              .payload()
              .bytes()
              .orElseThrow(() -> HandlerSignal.poison("a tombstone where text was expected", null));
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw HandlerSignal.poison("the payload is not UTF-8", e);
      }
    };
  }
}
