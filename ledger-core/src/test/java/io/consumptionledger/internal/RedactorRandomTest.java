package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Known secrets in random surroundings. Run again with {@code -Dredactor.seed=<printed seed>}, at
 * length with {@code -Dredactor.rounds=200000}.
 */
class RedactorRandomTest {
  private static final int ROUNDS = Integer.getInteger("redactor.rounds", 5_000);
  private static final String SAFE = "abcdefghkmnpqrstuvwxyzACDEFGHJKLMNPQRSTUVWXYZ0123456789";
  private static final String WILD = SAFE + "!#$*+-./:_~^?@(=";

  /** In each, {@code %s} is where the secret stands; these hold it whatever it is made of. */
  private static final List<String> TOLERANT =
      List.of(
          "password=%s",
          "db.Password: %s",
          "\"client_secret\":\"%s\"",
          "'api-key' => '%s'",
          "{\\\"accessToken\\\":\\\"%s\\\"}",
          "<token>%s</token>",
          "<x passwd=\"%s\"/>",
          "Authorization: Bearer %s",
          "Cookie: sid=%s; a=b",
          "--secret %s",
          "{\"pwd\":[\"a\",\"%s\"]}",
          "{\"credentials\":{\"a\":\"%s\"}}",
          "firstName='%s'",
          "\"email\" : \"%s\"",
          "Key (a)=(%s) already exists.",
          "Duplicate entry '%s' for key 'x'",
          "Failing row contains (1, %s, null).\n",
          "values (1, '%s')",
          "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----",
          "vendor://bob:%s@host/db",
          "jdbc:vendor://h/d?user=a&x=%s",
          "$3 = '%s'",
          "\"/home/x/%s\"",
          "address=\"%s\"");

  /** These can hold letters and digits only. */
  private static final List<String> PLAIN =
      List.of(
          "/etc/app/%s",
          "C:\\conf\\%s",
          "\\\\srv\\share\\%s",
          "%s@example.org",
          "Bearer %s",
          "AKIA%s",
          "eyJ%s",
          "ghp_%s",
          "phone: %s",
          "a?token=%s&b=c",
          "token%%3D%s%%26b%%3Dc",
          "fullName=Jo %s, x=1",
          "iban=%s",
          "User[pin=%s, id=3]",
          "bob:%s@db1");

  private static final List<String> NOISE =
      List.of(
          "failed",
          "after",
          "30000",
          "ms",
          "orders",
          "SQLState",
          "23505",
          "\n",
          "\t",
          ",",
          ";",
          "x=1",
          "a: b",
          "(x)",
          "[y]",
          "{z}",
          "it's",
          "\"q\"",
          "http://h/p?q=1",
          "100%",
          "é\uD83D\uDE00",
          "@",
          "#",
          "<a>",
          "</a>",
          "com.x.Foo",
          "::",
          "=",
          "->",
          "\\",
          "/",
          "&",
          "'v'",
          "name",
          "password",
          "token",
          "Key (",
          ")",
          "\"",
          "'",
          "[",
          "{",
          "[redacted]",
          "%20",
          "&amp;",
          "-----",
          "by",
          "value",
          "4111");

  private final long seed = Long.getLong("redactor.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void given_secrets_in_random_text_when_redacted_then_none_survives() {
    System.out.println("RedactorRandomTest seed " + seed);
    for (int i = 0; i < ROUNDS; i++) {
      boolean plain = random.nextInt(3) == 0;
      String secret = secret(plain ? SAFE : WILD).toUpperCase(Locale.ROOT);
      String form = pick(plain ? PLAIN : TOLERANT);
      String text = noise() + ' ' + String.format(form, secret) + ' ' + noise();
      String redacted = Redactor.redact(text);
      assertThat(redacted)
          .as("seed %d, round %d, secret %s in: %s", seed, i, secret, text)
          .doesNotContain(secret)
          .doesNotContain(secret.substring(0, 6))
          .doesNotContain(secret.substring(secret.length() - 6));
      assertThat(Redactor.redact(redacted))
          .as("seed %d, round %d, redacted again: %s", seed, i, text)
          .isEqualTo(redacted);
    }
  }

  @Test
  void given_a_secret_across_the_cut_when_cleaned_then_no_half_of_it_survives() {
    System.out.println("RedactorRandomTest seed " + seed);
    for (int i = 0; i < ROUNDS / 10; i++) {
      String secret = "QJ" + secret(SAFE).toUpperCase(Locale.ROOT);
      String form = pick(random.nextBoolean() ? PLAIN : TOLERANT);
      String text = String.format(form, secret);
      String filled = "x ".repeat((2048 - random.nextInt(text.length() + 1)) / 2) + text;
      String clean = ErrorText.clean(filled + " and so on".repeat(500), 2048);
      assertThat(clean)
          .as("seed %d, round %d, secret %s in: %s", seed, i, secret, text)
          .doesNotContain(secret.substring(0, 4));
    }
  }

  private String noise() {
    StringBuilder out = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      out.append(pick(NOISE)).append(random.nextInt(4) == 0 ? "" : " ");
    }
    return out.toString();
  }

  private String secret(String alphabet) {
    StringBuilder out = new StringBuilder("QJ");
    for (int n = 6 + random.nextInt(30); n > 0; n--) {
      out.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return out.toString();
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
