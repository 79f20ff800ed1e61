package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Metadata;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClaimRowsTest {
  private static final List<String> PLACES =
      List.of(
          "tenantId",
          "handlerId",
          "itemKey",
          "eventType",
          "aggregateType",
          "topic",
          "partition",
          "lease",
          "rows");
  private static final ClaimToken TOKEN = new ClaimToken(new UUID(0, 1));
  private static final String ID = "00000000-0000-0000-0000-000000000001";
  private static final Metadata KNOWN = new Metadata("type", "agg", "id", 5L, "topic", 3, 7L, null);

  private static NewClaim claim(ConsumptionKey key, Metadata metadata, Duration lease) {
    return new NewClaim(new NewRow(key, metadata, null, null), TOKEN, lease);
  }

  @Test
  void givenRowsThatHaveMuchInCommon_whenTheyTravel_thenItIsSaidOnce() throws SQLException {
    assertThat(
            bound(
                claim(ConsumptionKey.of("h", "e1"), KNOWN, Duration.ofSeconds(1)),
                claim(ConsumptionKey.of("h", "e2"), KNOWN, Duration.ofSeconds(1))))
        .containsExactly(
            "default",
            "h",
            "",
            "type",
            "agg",
            "topic",
            3L,
            1_000_000L,
            "[{\"e\":\"e1\",\"c\":\"%s\",\"g\":\"id\",\"s\":5,\"f\":7},".formatted(ID)
                + "{\"e\":\"e2\",\"c\":\"%s\",\"g\":\"id\",\"s\":5,\"f\":7}]".formatted(ID));
  }

  @Test
  void givenRowsOfWhichOneKnowsLess_whenTheyTravel_thenEachSaysWhatItHas() throws SQLException {
    ConsumptionKey other = new ConsumptionKey(new Tenant("t"), "i", "e", "item");

    assertThat(
            bound(
                claim(ConsumptionKey.of("h", "e"), KNOWN, Duration.ofSeconds(1)),
                claim(other, Metadata.NONE, Duration.ofSeconds(2))))
        .containsExactly(
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            ("[{\"t\":\"default\",\"h\":\"h\",\"i\":\"\",\"y\":\"type\",\"a\":\"agg\",\"o\":\"topic\","
                    + "\"l\":1000000,\"p\":3,\"e\":\"e\",\"c\":\"%s\",\"g\":\"id\",\"s\":5,\"f\":7},"
                    + "{\"t\":\"t\",\"h\":\"i\",\"i\":\"item\",\"l\":2000000,\"e\":\"e\",\"c\":\"%s\"}]")
                .formatted(ID, ID));
  }

  /** The values of the parameters, as a driver gets them. */
  private static List<Object> bound(NewClaim... claims) throws SQLException {
    Object[] values = new Object[PLACES.size()];
    PreparedStatement statement =
        (PreparedStatement)
            Proxy.newProxyInstance(
                ClaimRowsTest.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> {
                  boolean isNull = method.getName().equals("setNull");
                  values[(int) arguments[0] - 1] = isNull ? null : arguments[1];
                  return null;
                });
    ClaimRows.of(List.of(claims)).bind(statement, PLACES);
    return new ArrayList<>(Arrays.asList(values));
  }
}
