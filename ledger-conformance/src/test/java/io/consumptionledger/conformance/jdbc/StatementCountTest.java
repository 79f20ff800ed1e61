package io.consumptionledger.conformance.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.database.JdbcFixture;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How often each verb of the hot path goes to the server, counted at the driver. */
class StatementCountTest {

  @Nested
  class OnPostgreSql extends Counts {
    OnPostgreSql() {
      super("postgresql", 1);
    }
  }

  @Nested
  class OnMySql extends Counts {
    OnMySql() {
      super("mysql", 2);
    }
  }

  abstract static class Counts {
    private final String product;
    private final int tripsOfDuplicate;
    private final List<Wire> wires = WiredFixture.wires();
    private JdbcFixture fixture;
    private Scenario s;

    Counts(String product, int tripsOfDuplicate) {
      this.product = product;
      this.tripsOfDuplicate = tripsOfDuplicate;
    }

    @BeforeEach
    void open() {
      fixture = WiredFixture.open(product, "counts", wires, config -> {});
      s = new Scenario(fixture, "counts");
    }

    @AfterEach
    void close() {
      fixture.close();
    }

    private List<String> trips(Runnable verb) {
      wires.get(0).forget();
      verb.run();
      return wires.get(0).trips();
    }

    @Test
    void givenANewMessage_whenItIsClaimed_thenThatIsOneTrip() {
      assertThat(trips(() -> s.claim("e1"))).hasSize(1);
      assertThat(trips(() -> s.claimFull("e2"))).hasSize(1);
    }

    @Test
    void givenAClaim_whenItIsSettled_thenThatIsOneTrip() {
      Claim done = s.claim("e1");
      Claim failed = s.claim("e2");
      Claim dead = s.claim("e3");
      Claim yields = s.claim("e4");

      assertThat(trips(() -> Expect.done(s.store().succeed(done)))).hasSize(1);
      assertThat(
              trips(
                  () ->
                      s.store()
                          .scheduleRetry(
                              failed,
                              s.failure(ErrorClass.RETRYABLE),
                              s.content("e2"),
                              Scenario.DELAY)))
          .hasSize(1);
      assertThat(
              trips(
                  () -> s.store().deadLetter(dead, s.failure(ErrorClass.POISON), s.content("e3"))))
          .hasSize(1);
      assertThat(trips(() -> s.store().release(yields, s.content("e4"), Scenario.DELAY)))
          .hasSize(1);
    }

    @Test
    void givenADuplicate_whenItIsClaimed_thenThatIsAsFewTripsAsCanBe() {
      s.succeeded("done");
      s.claim("running");

      assertThat(trips(() -> duplicate("done", ConsumptionState.SUCCEEDED)))
          .hasSize(tripsOfDuplicate);
      assertThat(trips(() -> duplicate("running", ConsumptionState.PROCESSING)))
          .hasSize(tripsOfDuplicate);
    }

    private void duplicate(String event, ConsumptionState state) {
      Expect.exists(
          state, s.store().claim(s.bare(event), ClaimToken.random(), s.node(), Scenario.LEASE));
    }

    @Test
    void givenABusinessTransaction_whenARowIsCompletedInIt_thenThatIsOneTripMore() {
      assertThat(trips(() -> s.store().complete(s.bare("e1")))).hasSize(1);
    }

    @Test
    void givenManyClaims_whenTheyAreRenewed_thenTheTripsAreFewAndDoNotGrow() {
      List<Claim> few = List.of(s.claim("e1"), s.claim("e2"));
      List<Claim> many =
          java.util.stream.IntStream.range(0, 50).mapToObj(i -> s.claim("m" + i)).toList();

      int tripsOfFew = trips(() -> s.store().renew(few, Scenario.LEASE)).size();

      assertThat(tripsOfFew).isLessThanOrEqualTo(4);
      assertThat(trips(() -> s.store().renew(many, Scenario.LEASE))).hasSize(tripsOfFew);
    }
  }
}
