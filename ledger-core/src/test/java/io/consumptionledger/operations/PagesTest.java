package io.consumptionledger.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.InspectionVerbs.RowPage;
import io.consumptionledger.spi.InspectionVerbs.RowPosition;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How the newest rows of several handlers become pages. */
class PagesTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
  private final InMemoryLedgerStore store = new InMemoryLedgerStore(now::get);
  private final Node node = Node.start("n");

  private void receive(String handler, String event) {
    Delivery delivery = Delivery.to(handler, event).payload(new byte[] {1}).build();
    store.claim(NewRow.of(delivery, null), ClaimToken.random(), node, Duration.ofMinutes(1));
  }

  /** A store that looks at no more than a few rows of a handler at a time. */
  private LedgerStore shortSighted(int reach) {
    return (LedgerStore)
        Proxy.newProxyInstance(
            LedgerStore.class.getClassLoader(),
            new Class<?>[] {LedgerStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("rows")) {
                return rows(arguments, reach);
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private RowPage rows(Object[] arguments, int reach) {
    Tenant tenant = (Tenant) arguments[0];
    RowFilter filter = (RowFilter) arguments[1];
    RowPosition after = (RowPosition) arguments[2];
    RowFilter everything =
        RowFilter.all()
            .ofHandler(filter.handlerId())
            .received(filter.receivedFrom(), filter.receivedBefore());
    List<Row> next = store.rows(tenant, everything, after, reach + 1).rows();
    if (next.size() <= reach) {
      return store.rows(tenant, filter, after, (int) arguments[3]);
    }
    Instant end = next.get(reach).receivedAt();
    RowPage page =
        store.rows(
            tenant, filter.received(end, filter.receivedBefore()), after, (int) arguments[3]);
    return page.end() == null ? new RowPage(page.rows(), RowPosition.afterAll(end)) : page;
  }

  private static List<String> turn(LedgerStore store, RowFilter filter, int size) {
    List<String> seen = new ArrayList<>();
    String next = null;
    int pages = 0;
    do {
      Page<ListedRow> page =
          Operations.on(store).build().rows().list(Tenant.DEFAULT, filter, next, size);
      page.items().forEach(row -> seen.add(name(row.key())));
      next = page.next();
    } while (next != null && ++pages < 200);
    return seen;
  }

  private static String name(ConsumptionKey key) {
    return key.handlerId() + "/" + key.eventId();
  }

  @Test
  void givenRowsOfOneInstant_whenPagesAreTurned_thenEachAppearsOnce() {
    List<String> names = new ArrayList<>();
    for (String handler : List.of("b", "a", "c", "\ud83d\ude80", "\uffee")) {
      for (int i = 0; i < 4; i++) {
        receive(handler, "e" + i);
        names.add(handler + "/e" + i);
      }
    }
    for (int size : new int[] {1, 2, 3, 7, 20, 21}) {
      assertThat(turn(store, RowFilter.all(), size))
          .as("pages of " + size)
          .hasSize(names.size())
          .doesNotHaveDuplicates()
          .containsAll(names);
    }
  }

  @Test
  void givenAStoreThatLooksAtFewRows_whenPagesAreTurned_thenTheOrderIsThatOfTheWhole() {
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      now.set(NOON.plusSeconds(i / 2));
      String handler = "h" + (i * 7 % 11 % 3);
      receive(handler, String.format("e%02d", i));
      newestFirst.add(handler + "/" + String.format("e%02d", i));
    }
    Collections.reverse(newestFirst);
    List<String> whole = turn(store, RowFilter.all(), 1_000);
    assertThat(new HashSet<>(whole)).isEqualTo(new HashSet<>(newestFirst));
    for (int reach : new int[] {1, 2, 5, 13}) {
      for (int size : new int[] {1, 3, 10, 100}) {
        assertThat(turn(shortSighted(reach), RowFilter.all(), size))
            .as("pages of " + size + " that look at " + reach)
            .containsExactlyElementsOf(whole);
      }
    }
  }

  @Test
  void givenARareRowFarBack_whenPagesAreTurned_thenItIsFoundAfterEmptyPages() {
    Delivery rare = Delivery.to("h", "rare").eventType("rare").payload(new byte[] {1}).build();
    store.claim(NewRow.of(rare, null), ClaimToken.random(), node, Duration.ofMinutes(1));
    for (int i = 1; i < 30; i++) {
      now.set(NOON.plusSeconds(i));
      receive("h", "e" + i);
      receive("other", "e" + i);
    }
    RowFilter filter = RowFilter.all().ofEventType("rare");
    Page<ListedRow> first =
        Operations.on(shortSighted(5)).build().rows().list(Tenant.DEFAULT, filter, null, 10);
    assertThat(first.items()).isEmpty();
    assertThat(first.following()).isPresent();
    assertThat(turn(shortSighted(5), filter, 10)).containsExactly("h/rare");
  }

  @Test
  void givenTokensThatNobodyMade_whenUsed_thenTheyAreRefusedInOneSentence() {
    String good = new PageToken(NOON, List.of("h", "e", "")).text();
    assertThat(PageToken.of(good, 3)).isEqualTo(new PageToken(NOON, List.of("h", "e", "")));
    byte[] bytes = Base64.getUrlDecoder().decode(good);
    Stream<String> odd =
        Stream.of(
            "",
            "!",
            good + "AAAA",
            good.substring(4),
            new PageToken(NOON, List.of("h", "e")).text(),
            new PageToken(NOON, List.of("h", "e\u0000", "")).text(),
            new PageToken(NOON, List.of("h", "\ud800", "")).text(),
            new PageToken(Instant.MAX, List.of("h", "e", "")).text(),
            new PageToken(Instant.EPOCH.minusNanos(1), List.of("h", "e", "")).text(),
            Base64.getUrlEncoder().encodeToString(Arrays.copyOf(bytes, 9)));
    assertThat(odd)
        .allSatisfy(
            token ->
                assertThatThrownBy(() -> PageToken.of(token, 3))
                    .isInstanceOf(InvalidFieldException.class)
                    .hasMessageContaining("page"));
    assertThat(PageToken.of(null, 3)).isNull();
  }
}
