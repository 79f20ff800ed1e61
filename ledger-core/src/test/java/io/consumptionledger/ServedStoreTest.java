package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.ReadVerbs;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequestVerbs.NewRequest;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.Settlement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every method of a store answers an error when it is asked about a tenant that is not served. */
class ServedStoreTest {
  private static final Tenant ANN = new Tenant("ann");
  private static final Tenant MALLORY = new Tenant("mallory");
  private static final ConsumptionKey KEY = new ConsumptionKey(MALLORY, "billing", "e1", "");

  /** What belongs to a tenant who is not served, by its type. */
  private static final Map<Class<?>, Object> THEIRS =
      Map.ofEntries(
          Map.entry(Tenant.class, MALLORY),
          Map.entry(ConsumptionKey.class, KEY),
          Map.entry(NewRow.class, new NewRow(KEY, Metadata.NONE, null, null)),
          Map.entry(Claim.class, new Claim(KEY, ClaimToken.random(), 1, 1, 0)),
          Map.entry(
              NewClaim.class,
              new NewClaim(
                  new NewRow(KEY, Metadata.NONE, null, null), ClaimToken.random(), Duration.ZERO)),
          Map.entry(
              Settlement.class,
              new Settlement.Succeed(new Claim(KEY, ClaimToken.random(), 1, 1, 0))),
          Map.entry(RowSummary.class, summary()),
          Map.entry(Anomaly.class, new Anomaly(KEY, 1, AnomalyKind.LATE_SETTLE, null, null)),
          Map.entry(
              QuarantinedMessage.class,
              new QuarantinedMessage(
                  MALLORY,
                  "billing",
                  Metadata.NONE,
                  Headers.none(),
                  null,
                  Payload.of(new byte[0]),
                  Failure.of(ErrorClass.POISON, "t", null, null))),
          Map.entry(
              Purge.class,
              new Purge(MALLORY, "billing", Set.of(ConsumptionState.SUCCEEDED), Duration.ZERO)),
          Map.entry(
              ReadVerbs.Filter.class,
              new ReadVerbs.Filter(
                  MALLORY, "billing", Set.of(ConsumptionState.SUCCEEDED), null, null)),
          Map.entry(
              NewRequest.class,
              new NewRequest(
                  MALLORY,
                  UUID.randomUUID(),
                  new ReplaySelection.Rows(List.of(new RowVersion(KEY, 1))),
                  new OperatorAction("olga", "because"),
                  10,
                  true)),
          Map.entry(
              ReplayItem.class,
              new ReplayItem(1, new RowVersion(KEY, 1), ReplayOutcome.FAILED, "it failed")),
          Map.entry(
              AuditLine.class,
              new AuditLine(
                  1, MALLORY, null, null, null, null, "LOOK", "olga", null, null, null, null)));

  /** They name no tenant. What they tell of tenants is left out, or they tell of none. */
  private static final Set<String> OF_NOBODY =
      Set.of(
          "description",
          "errorClassifier",
          "hasTransactions",
          "inCallerTransaction",
          "inTransaction",
          "startNode",
          "stopNode",
          "liveTwins",
          "openHeartbeat",
          "nodes",
          "recover",
          "dueQueues",
          "tenants",
          "pausedHandlers");

  private static RowSummary summary() {
    return new RowSummary(
        KEY,
        ConsumptionState.PROCESSING,
        ClaimToken.random(),
        1,
        1,
        0,
        1,
        Duration.ZERO,
        null,
        Duration.ZERO,
        null,
        null,
        null,
        null);
  }

  private static Object argument(Type type) {
    if (type instanceof ParameterizedType many
        && Collection.class.isAssignableFrom((Class<?>) many.getRawType())) {
      Object one = argument(many.getActualTypeArguments()[0]);
      return one == null ? null : List.of(one);
    }
    if (type == int.class) {
      return 10;
    }
    return type == long.class ? 1L : type instanceof Class<?> known ? THEIRS.get(known) : null;
  }

  @Test
  void givenATenantThatIsNotServed_whenAnyMethodIsAskedAboutIt_thenItAnswersAnError() {
    LedgerStore store =
        TenantResolver.builder().serve(new InMemoryLedgerStore(), ANN).build().store(ANN);
    Set<String> ofNobody = new TreeSet<>();
    for (Method method : LedgerStore.class.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      Object[] arguments =
          Arrays.stream(method.getGenericParameterTypes()).map(ServedStoreTest::argument).toArray();
      if (Arrays.stream(arguments).allMatch(a -> a == null || a instanceof Number)
          || OF_NOBODY.contains(method.getName())) {
        ofNobody.add(method.getName());
      } else {
        assertThatThrownBy(() -> invoke(store, method, arguments))
            .as(method.toString())
            .isInstanceOf(TenantNotServedException.class);
      }
    }
    assertThat(ofNobody).isEqualTo(new TreeSet<>(OF_NOBODY));
  }

  private static Object invoke(LedgerStore store, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
