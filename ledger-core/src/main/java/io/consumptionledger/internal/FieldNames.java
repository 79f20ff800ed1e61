package io.consumptionledger.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the name of a field says about its value. */
final class FieldNames {
  /** How much of its surroundings the value of a field may take up. */
  enum Kind {
    /** Nothing to hide. */
    PLAIN,
    /** A secret: one token, unless quoted. */
    SECRET,
    /** Personal: may hold spaces and commas. */
    PERSONAL,
    /** Personal if it stands in a document ({@code "name": ...}), else a technical word. */
    PERSONAL_IN_DOCUMENT,
    /** The rest of the line, as headers have it. */
    LINE
  }

  private static final List<String> LINE_ENDINGS =
      List.of("cookie", "cookies", "authorization", "connectionstring", "dsn");

  /** Telling wherever they stand in a name. */
  private static final List<String> SECRET_PARTS =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "passcode",
          "passwort",
          "kennwort",
          "contrasena",
          "contrase\u00f1a",
          "senha",
          "secret",
          "credential",
          "token",
          "apikey",
          "accesskey",
          "privatekey",
          "authkey",
          "accountkey",
          "sharedkey",
          "encryptionkey",
          "signingkey",
          "masterkey",
          "licensekey",
          "authorization",
          "sessionid",
          "sessid",
          "csrf",
          "xsrf",
          "jdbcurl",
          "databaseurl",
          "mnemonic",
          "seedphrase");

  /** Telling at the end of a name, in words of their own or glued to others. */
  private static final Set<String> SECRET_WORDS =
      Set.of(
          "pass",
          "pwd",
          "psw",
          "pw",
          "pin",
          "otp",
          "cvv",
          "cvc",
          "auth",
          "sig",
          "signature",
          "salt",
          "sid",
          "jwt",
          "bearer",
          "xauth",
          "psk");

  private static final Set<String> PERSONAL_WORDS =
      Set.of(
          "email",
          "mail",
          "phone",
          "mobile",
          "telephone",
          "tel",
          "fax",
          "iban",
          "bic",
          "ssn",
          "dob",
          "birthday",
          "birth",
          "birthdate",
          "birthplace",
          "address",
          "street",
          "zip",
          "zipcode",
          "postcode",
          "postalcode",
          "passport",
          "surname",
          "forename",
          "username",
          "firstname",
          "lastname",
          "fullname",
          "givenname",
          "familyname",
          "middlename",
          "maidenname",
          "nickname",
          "displayname",
          "holdername",
          "cardholder",
          "cardholdername",
          "customername",
          "contactname",
          "personname",
          "recipientname",
          "employeename",
          "patientname",
          "dateofbirth",
          "socialsecurity",
          "taxid",
          "nationalid",
          "pan",
          "card",
          "creditcard",
          "accountholder",
          "bankaccount");

  private static final List<String> PERSONAL_ENDINGS =
      List.of(
          "email",
          "phone",
          "firstname",
          "lastname",
          "fullname",
          "surname",
          "birthdate",
          "dateofbirth",
          "iban",
          "ssn");

  /** Multi-word secrets as prose writes them: "api key: ...". */
  private static final Set<String> SECRET_PHRASES =
      Set.of(
          "apikey",
          "accesskey",
          "privatekey",
          "secretkey",
          "accesskeyid",
          "signingkey",
          "encryptionkey",
          "masterkey",
          "sessionid",
          "databaseurl",
          "jdbcurl",
          "seedphrase",
          "accountkey",
          "sharedkey",
          "authkey");

  private static final Set<String> NOISE =
      Set.of(
          "number", "numbers", "no", "nr", "num", "value", "values", "text", "list", "line",
          "field", "id");

  private static final Set<String> TECHNICAL_ADDRESS =
      Set.of(
          "ip", "remote", "local", "bind", "server", "host", "inet", "memory", "broker", "socket",
          "mac", "node", "base", "listen", "peer", "network", "cluster", "email");

  private static final int MAX_WORDS = 3;

  private FieldNames() {}

  /**
   * Judges a name.
   *
   * @param before the words of prose right before it, may be empty
   */
  static Kind of(String name, String before) {
    if (names(name)) {
      return Kind.PLAIN;
    }
    List<String> words = words(name);
    String glued = String.join("", words);
    if (LINE_ENDINGS.stream().anyMatch(glued::endsWith)) {
      return Kind.LINE;
    }
    if (SECRET_PARTS.stream().anyMatch(glued::contains) && !glued.contains("tokeni")) {
      return Kind.SECRET;
    }
    if (glued.equals("name")) {
      return before.isEmpty() ? Kind.PERSONAL_IN_DOCUMENT : phrase(words, before);
    }
    return phrase(words, before);
  }

  private static Kind phrase(List<String> own, String before) {
    List<String> words = new ArrayList<>(words(before));
    words.addAll(own);
    if (tail(words, SECRET_PHRASES, 2)) {
      return Kind.SECRET;
    }
    if (tail(words, Set.of("connectionstring"), 2)) {
      return Kind.LINE;
    }
    while (words.size() > 1 && NOISE.contains(words.get(words.size() - 1))) {
      words.remove(words.size() - 1);
    }
    String last = words.isEmpty() ? "" : singular(words.get(words.size() - 1));
    if (SECRET_WORDS.contains(last) || last.endsWith("pwd") || last.endsWith("password")) {
      return Kind.SECRET;
    }
    if (last.equals("address") && words.size() > 1) {
      String kind = words.get(words.size() - 2);
      return kind.equals("email")
          ? Kind.SECRET
          : TECHNICAL_ADDRESS.contains(kind) ? Kind.PLAIN : Kind.PERSONAL;
    }
    if (last.equals("email") || last.equals("mail") || last.equals("iban")) {
      return Kind.SECRET;
    }
    boolean personal =
        tail(words, PERSONAL_WORDS, 1) || PERSONAL_ENDINGS.stream().anyMatch(last::endsWith);
    return personal ? Kind.PERSONAL : Kind.PLAIN;
  }

  /** Whether the last words, glued together, are in the set. */
  private static boolean tail(List<String> words, Set<String> set, int minWords) {
    StringBuilder tail = new StringBuilder();
    for (int n = 1; n <= MAX_WORDS && n <= words.size(); n++) {
      tail.insert(0, words.get(words.size() - n));
      if (n >= minWords && set.contains(singular(tail.toString()))) {
        return true;
      }
    }
    return false;
  }

  private static String singular(String word) {
    if (word.endsWith("sses")) {
      return word.substring(0, word.length() - 2);
    }
    boolean plural = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
    return plural ? word.substring(0, word.length() - 1) : word;
  }

  /** Class names and source files end with a colon in messages, but they are no fields. */
  private static boolean names(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith("exception") || lower.endsWith("error") || lower.endsWith(".java")) {
      return true;
    }
    int first = name.indexOf('.');
    int last = name.lastIndexOf('.');
    return first > 0
        && last > first
        && last + 1 < name.length()
        && Character.isLowerCase(name.charAt(0))
        && Character.isUpperCase(name.charAt(last + 1))
        && lower.length() > last + 2
        && Character.isLowerCase(name.charAt(last + 2));
  }

  /**
   * The words of a name in lower case, whichever way they were put together; digits do not count.
   */
  static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = Character.isLetter(c);
      boolean starts = letter && i > 0 && startsWord(name, i);
      if ((!letter || starts) && word.length() > 0) {
        words.add(word.toString());
        word.setLength(0);
      }
      if (letter) {
        word.append(Character.toLowerCase(c));
      }
    }
    if (word.length() > 0) {
      words.add(word.toString());
    }
    return words;
  }

  private static boolean startsWord(String name, int i) {
    if (!Character.isUpperCase(name.charAt(i))) {
      return false;
    }
    boolean afterLower = Character.isLowerCase(name.charAt(i - 1));
    boolean beforeLower = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
    return afterLower || beforeLower;
  }
}
