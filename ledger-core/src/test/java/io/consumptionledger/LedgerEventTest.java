package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An event's text is written to logs by everybody, so it must be fit for them. */
class LedgerEventTest {
  private static final String SECRET = "hunter2x";
  private static final String MESSAGE = "no login at jdbc:x://h/d?user=app&password=" + SECRET;

  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(ConsumptionKey.class, ConsumptionKey.of("billing", "e1")),
          Map.entry(Transition.class, Transition.SUCCEED),
          Map.entry(ConsumptionState.class, ConsumptionState.DEAD_LETTER),
          Map.entry(AnomalyKind.class, AnomalyKind.LATE_SETTLE),
          Map.entry(Tenant.class, Tenant.DEFAULT),
          Map.entry(String.class, "a sentence"),
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(LedgerEvent.Batch.Kind.class, LedgerEvent.Batch.Kind.CLAIM),
          Map.entry(UUID.class, new UUID(1, 2)),
          Map.entry(Duration.class, Duration.ofSeconds(1)),
          Map.entry(Throwable.class, new IllegalStateException(MESSAGE, new Exception(MESSAGE))),
          Map.entry(
              Failure.class,
              Failure.of(ErrorClass.POISON, new IllegalStateException(MESSAGE), null)),
          Map.entry(
              List.class,
              List.of(
                  HandlerDeclaration.of(
                          "billing", ReplaySafety.UNSAFE, Decoder.none(), (m, a) -> {})
                      .build())));

  static Stream<Class<?>> events() {
    return Arrays.stream(LedgerEvent.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("events")
  void eventAboutASecretDoesNotShowIt(Class<?> type) throws ReflectiveOperationException {
    RecordComponent[] parts = type.getRecordComponents();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    Object[] values = Arrays.stream(types).map(LedgerEventTest::sample).toArray();

    String text = constructor.newInstance(values).toString();

    assertThat(text).startsWith(type.getSimpleName()).doesNotContain(SECRET);
    if (Arrays.asList(types).contains(Throwable.class)) {
      assertThat(text).contains("IllegalStateException: no login at");
    }
  }

  private static Object sample(Class<?> type) {
    assertThat(SAMPLES).containsKey(type);
    return SAMPLES.get(type);
  }
}
