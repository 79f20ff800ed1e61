package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Personal data, row values and paths. What must go is {@code Zyxwvut} in each example. */
class RedactorPersonalTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "no user zyxwvut@example.org here",
        "no user zyxwvut%40example.org here",
        "<Zyxwvut.o'x+tag@mail.example.co.uk>",
        "\"A Zyxwvut\"@example.org",
        "mailto:zyxwvut@localhost",
        "email=Zyxwvut",
        "firstName=Zyxwvut, age=3",
        "last_name: Zyxwvut",
        "full-name = A B Zyxwvut",
        "FULLNAME='O''Zyxwvut'",
        "customer name: A Zyxwvut",
        "{\"name\":\"A Zyxwvut\"}",
        "<name>Zyxwvut</name>",
        "address=12 Main St, Zyxwvut, email=x",
        "{\"address\":{\"street\":\"Zyxwvut\",\"zip\":[1]}}",
        "{\"emails\":[\"a\",\"Zyxwvut\"]}",
        "{\"phones\":[{\"no\":\"Zyxwvut\"}",
        "phoneNumber: Zyxwvut",
        "birth date: Zyxwvut",
        "date_of_birth=Zyxwvut",
        "ssn=Zyxwvut",
        "iban: Zyxwvut",
        "ERROR: x Key (email)=(Zyxwvut) already exists.",
        "Key (a, b)=(1, Zyx) (Zyxwvut) is not present in table \"t\".",
        "Key (a)=(Zyxwvut",
        "Key (a)=(1) conflicts with existing key (a)=(Zyxwvut).",
        "Failing row contains (1, Zyx).x, Zyxwvut, null).",
        "Failing row contains (1, Zyxwvut, ...",
        "Duplicate entry 'O'Brien-Zyxwvut' for key 't.uq'",
        "Incorrect integer value: 'Zyxwvut' for column 'n' at row 1",
        "invalid input syntax for type integer: \"Zyxwvut\"\n  Position: 3",
        "value \"Zyxwvut\" is out of range for type integer",
        "COPY t, line 3, column note: \"Zyxwvut\"",
        "Batch entry 0 insert into t (a) values (1, 'Zyx)'), ('Zyxwvut') was aborted",
        "parameters: $1 = '1', $2 = 'Zyxwvut'",
        "syntax error near 'Zyxwvut' at line 1",
        "/home/Zyxwvut/app.yml (No such file)",
        "open '/home/A B/Zyxwvut.yml' failed",
        "file:///etc/Zyxwvut/a.conf",
        "at /opt/x/Zyxwvut:12",
        "no /data/Zyxwvut/app.properties",
        "no ~/Zyxwvut.conf",
        "no $HOME/Zyxwvut or",
        "no C:\\Users\\Zyxwvut\\a.txt",
        "no C:\\Program Files\\My App\\Zyxwvut.yml",
        "no C:/Users/Zyxwvut",
        "no \"C:\\Users\\A Zyxwvut\"",
        "no C:\\\\Users\\\\Zyxwvut",
        "no \\\\server\\share\\Zyxwvut",
        "%2Fhome%2FZyxwvut%2Fa",
        "no %APPDATA%\\Zyxwvut"
      })
  void given_personal_data_when_redacted_then_it_is_gone(String text) {
    String redacted = Redactor.redact(text);
    assertThat(redacted).doesNotContainIgnoringCase("Zyxwvut").contains("[redacted]");
    assertThat(Redactor.redact(redacted)).as("redacted again").isEqualTo(redacted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "card 4111111111111111 refused|card [redacted] refused",
        "4111 1111 1111 1111|[redacted]",
        "no 12 4111-1111-1111-1111 x|no 12 [redacted] x",
        "3782 822463 10005.|[redacted].",
        "4111111111111112|4111111111111112",
        "DE89370400440532013000 refused|[redacted] refused",
        "to GB82 WEST 1234 5698 7654 32 now|to [redacted] now",
        "DE88370400440532013000|DE88370400440532013000"
      })
  void given_account_numbers_when_redacted_then_only_valid_ones_go(String text, String expected) {
    assertThat(Redactor.redact(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Key (email)=(x@y.org) already exists.|already exists",
        "Duplicate entry 'x' for key 't.uq_orders'|for key 't.uq_orders'",
        "jdbc:vendor://h/x?a=b: refused, SQLState 08001|refused, SQLState 08001",
        "firstName=A B, retries=3|retries=3",
        "password=abc after 30000 ms|after 30000 ms",
        "{\"password\":\"x\",\"code\":\"E17\"}|\"code\":\"E17\"",
        "http://api.example.org/v1/orders?token=x&page=2|http://api.example.org/v1/orders?token=",
        "open /etc/x.conf: permission denied|permission denied",
        "<password>x</password><code>E17</code>|<code>E17</code>"
      })
  void given_something_to_hide_when_redacted_then_what_stands_beside_it_stays(
      String text, String kept) {
    assertThat(Redactor.redact(text)).contains(kept).contains("[redacted]");
  }
}
