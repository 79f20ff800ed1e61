package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Tenant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final Map<String, Integer> running = new HashMap<>();

  private static Queue queue(String handler, String tenant) {
    return new Queue(handler, new Tenant(tenant));
  }

  private Turns.Turn next(Turns turns, int free) {
    Turns.Turn turn = turns.next(free, handler -> running.getOrDefault(handler, 0));
    if (turn != null) {
      running.merge(turn.queue().handlerId(), turn.atMost(), Integer::sum);
    }
    return turn;
  }

  @Test
  void givenOneHandlerOfOne_thenItMayHaveEveryFreeWorker() {
    Turns turns = new Turns(8, 1);
    turns.begin(List.of(queue("a", "t")));

    assertThat(next(turns, 8)).isEqualTo(new Turns.Turn(queue("a", "t"), 8));
  }

  @Test
  void givenOneBusyHandlerOfSeveral_thenAQuarterStaysFreeForTheOthers() {
    Turns turns = new Turns(8, 3);
    turns.begin(List.of(queue("a", "t")));

    assertThat(next(turns, 8).atMost()).isEqualTo(6);
    assertThat(next(turns, 2)).isNull();
  }

  @Test
  void givenSeveralBusyHandlers_thenNoneGetsMoreThanItsShare() {
    Turns turns = new Turns(8, 3);
    turns.begin(List.of(queue("a", "t"), queue("b", "t")));

    assertThat(next(turns, 8)).isEqualTo(new Turns.Turn(queue("a", "t"), 4));
    assertThat(next(turns, 4)).isEqualTo(new Turns.Turn(queue("b", "t"), 4));
    assertThat(next(turns, 0)).isNull();
  }

  @Test
  void givenAHandlerAtItsShare_thenItIsPassedOver() {
    running.put("a", 4);
    Turns turns = new Turns(8, 2);
    turns.begin(List.of(queue("a", "t"), queue("b", "t")));

    assertThat(next(turns, 1).queue().handlerId()).isEqualTo("b");
    assertThat(next(turns, 1).queue().handlerId()).isEqualTo("b");
  }

  @Test
  void givenSeveralTenants_thenTheyTakeTurnsAndShareTheRoom() {
    Turns turns = new Turns(8, 1);
    turns.begin(List.of(queue("a", "t1"), queue("a", "t2"), queue("a", "t3")));

    assertThat(next(turns, 8)).isEqualTo(new Turns.Turn(queue("a", "t1"), 3));
    assertThat(next(turns, 5)).isEqualTo(new Turns.Turn(queue("a", "t2"), 2));
    assertThat(next(turns, 3)).isEqualTo(new Turns.Turn(queue("a", "t3"), 1));
    assertThat(next(turns, 2)).isEqualTo(new Turns.Turn(queue("a", "t1"), 1));
  }

  @Test
  void givenANewRound_thenItGoesOnAfterTheOneServedLast() {
    Turns turns = new Turns(1, 2);
    List<Queue> queues =
        List.of(queue("a", "t1"), queue("a", "t2"), queue("b", "t1"), queue("b", "t2"));
    List<Queue> served =
        IntStream.range(0, 5)
            .mapToObj(
                round -> {
                  running.clear();
                  turns.begin(queues);
                  return next(turns, 1).queue();
                })
            .toList();

    assertThat(served)
        .containsExactly(
            queue("a", "t1"),
            queue("b", "t1"),
            queue("a", "t2"),
            queue("b", "t2"),
            queue("a", "t1"));
  }

  @Test
  void givenQueuesThatAreDone_thenTheRestGetsTheirShareAndThenItIsOver() {
    Turns turns = new Turns(4, 1);
    turns.begin(List.of(queue("a", "t1"), queue("a", "t2")));
    turns.done(queue("a", "t1"));
    assertThat(next(turns, 4)).isEqualTo(new Turns.Turn(queue("a", "t2"), 4));
    turns.done(queue("a", "t2"));

    assertThat(turns.isOver()).isTrue();
  }

  @Test
  void givenAThousandWorkers_thenABatchStaysSmall() {
    Turns turns = new Turns(1_000, 1);
    turns.begin(List.of(queue("a", "t")));

    assertThat(next(turns, 1_000).atMost()).isEqualTo(Turns.LARGEST_BATCH);
  }
}
