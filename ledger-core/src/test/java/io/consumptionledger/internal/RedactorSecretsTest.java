package io.consumptionledger.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials, in every syntax they are met in. The secret of each example is {@code hunter2x}. */
class RedactorSecretsTest {
  private static final String SECRET = "hunter2x";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "login failed password=hunter2x after 3 tries",
        "PASSWORD = hunter2x",
        "pwd:hunter2x",
        "passwd: 'hunter2x'",
        "db.password=\"hunter2x\"",
        "spring.datasource.password=hunter2x",
        "userPassword=hunter2x, user=bob",
        "DB_PASSWORD_2=hunter2x;",
        "client_secret=hunter2x&grant_type=x",
        "clientSecret => 'hunter2x'",
        "x-api-key: hunter2x",
        "api key: hunter2x",
        "Access Key = hunter2x",
        "private key: hunter2x",
        "accessKeyId=hunter2x",
        "credential->hunter2x",
        "refresh-token=hunter2x",
        "pin: hunter2x",
        "User[name=bob, password=hunter2x]",
        "User{password=hunter2x, name=bob}",
        "{\"password\":\"hunter2x\",\"n\":1}",
        "{\"password\" :\n  \"a\\\"b hunter2x\"}",
        "{\\\"password\\\":\\\"hunter2x\\\"}",
        "{\\\\\\\"password\\\\\\\":\\\\\\\"hunter2x\\\\\\\"}",
        "{\"tokens\":[\"a\", \"hunter2x\"], \"n\":1}",
        "{\"credentials\":{\"user\":\"x\",\"key\":{\"v\":\"hunter2x\"}}}",
        "{\"password\":\"abc hunter2x",
        "{\"secrets\":[\"hunter2x",
        "{\"password\":hunter2x,\"n\":1}",
        "https://x.org/a?b=1&access_token=hunter2x&c=2",
        "access_token%3Dhunter2x%26c%3D2",
        "access_token%253Dhunter2x%2526c%253D2",
        "p%61ssword=hunter2x",
        "<user password=\"hunter2x\" name='x'/>",
        "&lt;user password=&quot;hunter2x&quot;/&gt;",
        "<a><password>hunter2x</password></a>",
        "<ns:Password type='t'>\n  hunter2x </ns:Password>",
        "<password>hunter2x",
        "<password><![CDATA[hunter2x]]></password>",
        "<entry key=\"password\">hunter2x</entry>",
        "<property name=\"db.password\" value=\"hunter2x\"/>",
        "{\"name\":\"password\",\"value\":\"hunter2x\"}",
        "run --password hunter2x --force",
        "create user x identified by 'hunter2x'",
        "alter role x password 'hunter2x'",
        "password: |\n  abc\n  hunter2x\nnext: 1",
        "password='it''s hunter2x' and",
        "password=\"one\"two hunter2x\" rest",
        "password=a,hunter2x",
        "password=(x)hunter2x",
        "user[password]=hunter2x",
        "Authorization: Bearer hunter2x",
        "authorization: custom a=b, hunter2x",
        "Proxy-Authorization: Basic hunter2x",
        "{Authorization=[Bearer hunter2x], Accept=[a]}",
        "got Bearer hunter2x from client",
        "auth=hunter2x",
        "Cookie: a=b; c=hunter2x",
        "Set-Cookie: a=b;\r\n c=hunter2x; Path=/",
        "{Cookie=[a=b; c=hunter2x], X=1}",
        "{\"cookie\":\"a=b; c=hunter2x\"}",
        "JSESSIONID=hunter2x",
        "AccountKey=hunter2x;EndpointSuffix=x",
        "sig=hunter2x&se=1",
        "password \"x {\"pwd\":[\"a\",\"hunter2x\"]}",
        "unexpected token \"{\"pwd\":[\"a\",\"hunter2x\"]}\" here",
        "password=x:{\"pwd\":[\"a\",\"hunter2x\"]}",
        "credentials=Login[user=bob, key=hunter2x]",
        "token: com.x.Grant{id=1, values={a=[1, 2], b=hunter2x}}"
      })
  void given_a_secret_when_redacted_then_it_is_gone(String text) {
    assertGone(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:vendor://db.example/x?user=bob&password=hunter2x&ssl=true",
        "JDBC:vendor:thin:scott/hunter2x@//db:1521/x",
        "jdbc:vendor://h1:1,h2:2/hunter2x;a=b",
        "r2dbc:pool:vendor://hunter2x@h/x",
        "jdbc%3Avendor%3A%2F%2Fh%2Fhunter2x%3Fa%3Db",
        "url=vendor://bob:hunter2x@db:5432/x",
        "ftp://bob:p@ss/hunter2x@h/x",
        "amqps+x://bob:%68unter2x@h",
        "vendor%3A%2F%2Fbob%3Ahunter2x%40h%2Fx",
        "cannot reach scott:hunter2x@db1 now",
        "connection string: Server=h;Uid=hunter2x;"
      })
  void given_a_connection_string_when_redacted_then_its_secret_is_gone(String text) {
    assertGone(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-----BEGIN RSA PRIVATE KEY-----\nMIIhunter2x\n-----END RSA PRIVATE KEY----- ok",
        "-----BEGIN PRIVATE KEY-----\\nMIIhunter2x\\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMIIhunter2x",
        "-----BEGIN PRIVATE KEY-----\nMIIhunter2x\n-----END PRIV",
        "see eyJhbGciOi.hunter2x.abc",
        "see ghp_hunter2xabc",
      })
  void given_a_telling_shape_when_redacted_then_it_is_gone(String text) {
    assertGone(text);
  }

  @Test
  void given_an_access_key_id_when_redacted_then_it_is_gone() {
    assertThat(Redactor.redact("key AKIAIOSFODNN7EXAMPLE used")).isEqualTo("key [redacted] used");
  }

  @Test
  void given_basic_credentials_when_redacted_then_only_those_go() {
    assertThat(Redactor.redact("got Basic Ym9iOmh1bnRlcjI= here"))
        .isEqualTo("got Basic [redacted] here");
    assertThat(Redactor.redact("Basic authentication required"))
        .isEqualTo("Basic authentication required");
  }

  private static void assertGone(String text) {
    String redacted = Redactor.redact(text);
    assertThat(redacted).doesNotContain(SECRET).doesNotContain("unter2x").contains("[redacted]");
    assertThat(Redactor.redact(redacted)).as("redacted again").isEqualTo(redacted);
  }
}
