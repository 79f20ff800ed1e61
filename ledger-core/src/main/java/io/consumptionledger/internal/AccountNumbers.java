package io.consumptionledger.internal;

/** Takes out payment card numbers and IBANs: both prove themselves by a check sum. */
final class AccountNumbers {
  private static final int MIN_CARD = 13;
  private static final int MAX_CARD = 19;
  private static final int MIN_IBAN = 15;
  private static final int MAX_IBAN = 34;
  private static final int IBAN_HEAD = 4;

  private final Marks marks;
  private final String s;

  private AccountNumbers(Marks marks) {
    this.marks = marks;
    this.s = marks.text();
  }

  static void scan(Marks marks) {
    AccountNumbers numbers = new AccountNumbers(marks);
    int i = 0;
    while (i < marks.text().length()) {
      i = numbers.at(i);
    }
  }

  private int at(int i) {
    int end = -1;
    if (digit(i) && !digit(i - 1)) {
      end = card(i);
    } else if (letter(i) && !Extent.wordChar(s, i - 1)) {
      end = iban(i);
    }
    if (end > 0) {
      marks.mark(i, end);
      return end;
    }
    return i + 1;
  }

  private boolean digit(int i) {
    return i >= 0 && i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9';
  }

  private boolean letter(int i) {
    char c = i < s.length() ? Character.toUpperCase(s.charAt(i)) : 0;
    return c >= 'A' && c <= 'Z';
  }

  /** One space or dash between two characters of a number. */
  private boolean separator(int i) {
    return i < s.length() && " -\u00a0\u2010\u2011\u2012\u2013".indexOf(s.charAt(i)) >= 0;
  }

  /** The end of the longest card number that begins here, or -1. Looks at 19 digits at most. */
  private int card(int from) {
    int end = -1;
    int even = 0;
    int odd = 0;
    int i = from;
    for (int digits = 1; digits <= MAX_CARD && digit(i); digits++) {
      int value = s.charAt(i) - '0';
      int doubled = value * 2 > 9 ? value * 2 - 9 : value * 2;
      even += digits % 2 == 0 ? doubled : value;
      odd += digits % 2 == 0 ? value : doubled;
      int sum = digits % 2 == 0 ? odd : even;
      i++;
      if (digits >= MIN_CARD && !digit(i) && sum % 10 == 0) {
        end = i;
      }
      if (separator(i) && digit(i + 1)) {
        i++;
      }
    }
    return end;
  }

  /** The end of the longest IBAN that begins here, or -1. Looks at 34 characters at most. */
  private int iban(int from) {
    if (!letter(from + 1) || !digit(from + 2) && !separator(from + 2)) {
      return -1;
    }
    int[] head = new int[IBAN_HEAD];
    int end = -1;
    int remainder = 0;
    int i = from;
    for (int n = 0; n < MAX_IBAN && (digit(i) || letter(i)); n++) {
      int value = Character.digit(s.charAt(i), 36);
      if (n < IBAN_HEAD) {
        head[n] = value;
        if (n >= 2 && value > 9) {
          return -1;
        }
      } else {
        remainder = append(remainder, value);
      }
      i++;
      if (n + 1 >= MIN_IBAN && !Extent.wordChar(s, i) && valid(remainder, head)) {
        end = i;
      }
      if (separator(i)) {
        i++;
      }
    }
    return end;
  }

  private static boolean valid(int remainder, int[] head) {
    int all = remainder;
    for (int value : head) {
      all = append(all, value);
    }
    return all == 1;
  }

  private static int append(int remainder, int value) {
    return (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
}
