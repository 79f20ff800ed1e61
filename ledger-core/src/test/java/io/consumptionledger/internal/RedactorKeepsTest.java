package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorKeepsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "timeout after 30000 ms",
        "java.sql.SQLTransientConnectionException: pool - Connection is not available",
        "io.jsonwebtoken.ExpiredJwtException: JWT expired",
        "org.x.BadCredentialsException: Bad credentials",
        "at com.x.TokenService.check(TokenService.java:42)",
        "com.x.TokenService: started",
        "ERROR: duplicate key value violates unique constraint \"users_email_key\"",
        "null value in column \"email\" of relation \"users\" violates not-null constraint",
        "ERROR: deadlock detected (SQLState 40P01, code 1213)",
        "Column 'first_name' cannot be null",
        "Unknown column 'password' in 'field list'",
        "Table 'app.user_tokens' doesn't exist",
        "password authentication failed for user \"app\"",
        "Access denied for user 'app'@'localhost' (using a secret)",
        "the Bearer token is missing",
        "class com.x.Order@6d06d69c cannot be cast",
        "java.base@17.0.1/java.lang.Thread.run",
        "offset orders-3@1234567 is unknown",
        "GET /api/v1/orders/17 answered 503",
        "http://api.example.org/v1/orders?page=2",
        "order 550e8400-e29b-41d4-a716-446655440000 at 2024-01-15T10:30:00Z",
        "remoteAddress=10.0.0.1:5432",
        "Address already in use",
        "name: orders, size: 3",
        "syntax error at or near \"selct\"",
        "[redacted]",
        "it's the user's fault, isn't it?",
        "ratio 3/4, either/or, a-b, 50% of {x} [y] (z) <w>"
      })
  void given_an_ordinary_text_when_redacted_then_it_stays(String text) {
    assertThat(Redactor.redact(text)).isEqualTo(text);
  }
}
