package io.consumptionledger.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.examples.demo.CloudEvent.Aggregate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BrokerTest {
  private static final List<Input.Message> SAMPLE = InputReader.read(null, System.err).messages();

  private final List<CloudEvent> delivered = new ArrayList<>();

  @Test
  void givenTheSampleWhenDrainedThenEveryEventCameAndSomeCameAgain() throws InterruptedException {
    drain(new Broker(SAMPLE, List.of("h"), 5));

    assertThat(delivered).containsAll(SAMPLE.stream().map(Input.Message::event).toList());
    assertThat(delivered).hasSizeGreaterThan(SAMPLE.size());
  }

  @Test
  void givenTheSampleWhenDrainedThenFirstDeliveriesKeepTheOrderOfEachAggregateOnly()
      throws InterruptedException {
    drain(new Broker(SAMPLE, List.of("h"), 5));

    List<CloudEvent> firsts = delivered.stream().distinct().toList();
    Map<Aggregate, Long> last = new HashMap<>();
    for (CloudEvent event : firsts) {
      Long before = last.put(event.aggregate(), event.sequence());
      assertThat(event.sequence()).isEqualTo(before == null ? 1 : before + 1);
    }
    assertThat(firsts).isNotEqualTo(SAMPLE.stream().map(Input.Message::event).toList());
  }

  @Test
  void givenAMessageThatIsNotAcknowledgedThenWhatFollowsItWaits() throws InterruptedException {
    List<Input.Message> two =
        SAMPLE.stream()
            .filter(m -> m.event().aggregate().equals(SAMPLE.get(0).event().aggregate()))
            .limit(2)
            .toList();
    Broker broker = new Broker(two, List.of("h"), 1);

    for (int again = 0; again < 3; again++) {
      Ticket ticket = broker.take();
      assertThat(ticket.index()).isZero();
      broker.redeliver(ticket, Duration.ZERO);
    }
    assertThat(broker.isDrained()).isFalse();
  }

  private void drain(Broker broker) throws InterruptedException {
    for (Ticket ticket = broker.take(); ticket != null; ticket = broker.take()) {
      delivered.add(ticket.message().event());
      broker.acknowledge(ticket);
    }
    assertThat(broker.isDrained()).isTrue();
  }
}
