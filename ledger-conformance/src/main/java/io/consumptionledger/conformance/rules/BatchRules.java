package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Metadata;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.spi.BatchVerbs;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many rows at once: each as if it were alone. */
public interface BatchRules extends StoreRules {
  private static NewClaim wish(NewRow row) {
    return new NewClaim(row, ClaimToken.random(), Scenario.LEASE);
  }

  private static List<ClaimResult> claim(Scenario s, NewClaim... claims) {
    return s.store().claimAll(List.of(claims), s.node());
  }

  private static Claim won(ClaimResult result) {
    return assertInstanceOf(ClaimResult.Claimed.class, result, "the result").claim();
  }

  private static RowSummary there(ClaimResult result) {
    return assertInstanceOf(ClaimResult.Exists.class, result, "the result").row();
  }

  private static RowSummary refused(TransitionResult result) {
    return assertInstanceOf(TransitionResult.Refused.class, result, "the result").actual();
  }

  /** Everything of a row that does not tell it from its twin. */
  private static List<Object> kind(Scenario s, ConsumptionKey key) {
    Row row = s.row(key);
    RowSummary summary = row.summary();
    List<Object> all = new ArrayList<>();
    Collections.addAll(
        all,
        summary.state(),
        summary.epoch(),
        summary.attempt(),
        summary.yields(),
        summary.rowVersion(),
        summary.leaseLeft() == null,
        summary.dueIn() == null,
        summary.payloadState(),
        row.failure(),
        row.waitReason(),
        row.node(),
        row.deadSince() == null,
        row.closedBy());
    return all;
  }

  @Rule(
      id = "BATCH-1",
      text = "Rows that are claimed together are as CLAIM makes each of them.",
      lookAt = "the columns of claim-all beside those of claim")
  default void claimedTogetherIsClaimed(Scenario s) {
    NewClaim full = wish(s.full("full"));
    NewClaim bare = wish(s.bare("bare"));
    List<ClaimResult> results = claim(s, full, bare);
    assertEquals(
        List.of(
            new Claim(full.row().key(), full.token(), 1, 1, 0),
            new Claim(bare.row().key(), bare.token(), 1, 1, 0)),
        results.stream().map(BatchRules::won).toList());
    s.claim(s.full("full twin"));
    s.claim(s.bare("bare twin"));
    for (String each : List.of("full", "bare")) {
      ConsumptionKey key = s.key(each);
      ConsumptionKey twin = s.key(each + " twin");
      assertEquals(kind(s, twin), kind(s, key), each);
      Expect.closeTo(Scenario.LEASE, s.summary(key).leaseLeft(), "the lease of " + each);
    }
    assertEquals(full.row().metadata(), s.row(full.row().key()).metadata(), "metadata");
    assertEquals(full.row().payloadHash(), s.summary(full.row().key()).payloadHash(), "hash");
    assertEquals(full.token(), s.summary(full.row().key()).token(), "token");
    assertEquals(s.content("full"), s.store().content(s.key("full")).orElseThrow(), "content");
    assertTrue(s.store().content(s.key("bare")).isEmpty(), "no content");
    differentOnesKeepWhatIsTheirs(s);
  }

  private static void differentOnesKeepWhatIsTheirs(Scenario s) {
    NewClaim known = wish(s.full("known"));
    NewRow row = NewRow.of(Delivery.to(s.handler(), "unknown").build(), null);
    NewClaim unknown = new NewClaim(row, ClaimToken.random(), Scenario.LEASE.multipliedBy(2));
    claim(s, known, unknown).forEach(BatchRules::won);
    for (NewClaim each : List.of(known, unknown)) {
      ConsumptionKey key = each.row().key();
      assertEquals(each.row().metadata(), s.row(key).metadata(), "metadata of " + key);
      Expect.closeTo(each.lease(), s.summary(key).leaseLeft(), "the lease of " + key);
    }
  }

  @Rule(
      id = "BATCH-2",
      text = "Whoever was there first is shown, and the others are claimed all the same.",
      lookAt = "what claim-all does about keys that exist")
  default void othersAreClaimedBesideDuplicates(Scenario s) {
    Claim held = s.claim("b");
    ConsumptionKey done = s.succeeded("d");
    Picture before = s.picture(held.key());
    for (String others : List.of("a c e", "f g h")) {
      String[] names = others.split(" ");
      List<ClaimResult> results =
          claim(
              s,
              wish(s.bare(names[0])),
              wish(s.bare("b")),
              wish(s.bare(names[1])),
              wish(s.bare("d")),
              wish(s.bare(names[2])));
      for (int i : new int[] {0, 2, 4}) {
        assertEquals(s.key(names[i / 2]), won(results.get(i)).key(), "claimed");
      }
      assertEquals(held.token(), there(results.get(1)).token(), "the owner that was there");
      assertEquals(held.key(), there(results.get(1)).key(), "its key");
      assertEquals(ConsumptionState.SUCCEEDED, there(results.get(3)).state(), "of " + done);
    }
    List<ClaimResult> onlyOld = claim(s, wish(s.bare("d")), wish(s.bare("a")));
    assertEquals(ConsumptionState.SUCCEEDED, there(onlyOld.get(0)).state(), "the finished one");
    assertEquals(ConsumptionState.PROCESSING, there(onlyOld.get(1)).state(), "the running one");
    won(claim(s, wish(s.bare("i"))).get(0));
    s.unchanged(before, held.key());
  }

  @Rule(
      id = "BATCH-3",
      text = "Repeated with the same tokens, it finds the claims that it made.",
      lookAt = "the token in list-keys")
  default void repeatedItFindsItsClaims(Scenario s) {
    NewClaim one = wish(s.bare("e1"));
    NewClaim two = wish(s.bare("e2"));
    List<ClaimResult> first = claim(s, one, two);
    assertEquals(first, claim(s, one, two), "the same again");
    List<ClaimResult> mixed = claim(s, wish(s.bare("e3")), two);
    assertEquals(first.get(1), mixed.get(1), "the old one among new ones");
    assertEquals(1, s.summary(two.row().key()).rowVersion(), "row version");
  }

  @Rule(
      id = "BATCH-4",
      text = "Claims that are settled together end as each verb for one row leaves them.",
      lookAt = "the SET clauses of succeed-all, schedule-retry-all, dead-letter-all, release-all")
  default void settledTogetherIsSettled(Scenario s) {
    List<Function<Claim, Settlement>> ways =
        List.of(
            Settlement.Succeed::new,
            c ->
                new Settlement.ScheduleRetry(
                    c, s.failure(ErrorClass.RETRYABLE), s.content("e"), Scenario.DELAY),
            c -> new Settlement.DeadLetter(c, s.failure(ErrorClass.POISON), s.content("e")),
            c -> new Settlement.Release(c, s.content("e"), Scenario.DELAY));
    List<Settlement> together = new ArrayList<>();
    for (int way = 0; way < ways.size(); way++) {
      for (String kind : List.of("bare", "full")) {
        for (String side : List.of("alone", "one", "two")) {
          String name = kind + "-" + side + "-" + way;
          Claim claim = s.claim(kind.equals("bare") ? s.bare(name) : s.full(name));
          Settlement settlement = ways.get(way).apply(claim);
          if (side.equals("alone")) {
            Expect.done(settlement.by(s.store()));
          } else {
            together.add(settlement);
          }
        }
      }
    }
    s.store().settleAll(together).forEach(Expect::done);
    for (Settlement each : together) {
      ConsumptionKey key = each.claim().key();
      ConsumptionKey alone = s.key(key.eventId().replace("one", "alone").replace("two", "alone"));
      assertEquals(kind(s, alone), kind(s, key), key.eventId());
      assertEquals(each.claim().token(), s.summary(key).token(), "token of " + key.eventId());
      if (each.delay() != null) {
        Expect.closeTo(Scenario.DELAY, s.summary(key).dueIn(), "due time of " + key.eventId());
      }
      if (each.transition() != Transition.SUCCEED) {
        String stored = key.eventId().startsWith("bare") ? "e" : key.eventId();
        assertEquals(s.content(stored), s.store().content(key).orElseThrow(), key.eventId());
      }
    }
  }

  @Rule(
      id = "BATCH-5",
      text = "A claim that is lost is refused and its row stays, its neighbours are settled.",
      lookAt = "the token in the WHERE clauses of the -all statements, and their count")
  default void lostOnesAreRefusedBesideOthers(Scenario s) {
    Claim lost = s.claim("lost");
    s.leaseEnds();
    s.takeOver(lost.key());
    Claim gone = new Claim(s.key("gone"), ClaimToken.random(), 1, 1, 0);
    Claim stolen =
        new Claim(s.claim("stolen").key(), s.claim("other").token(), 1, 1, 0); // a token in use
    Claim done = s.claim("done");
    Expect.done(s.store().succeed(done));
    Claim held = s.claim("held");
    List<Picture> before = Stream.of(lost, stolen, done).map(c -> s.picture(c.key())).toList();
    List<TransitionResult> results =
        s.store()
            .settleAll(
                Stream.of(lost, gone, stolen, held)
                    .<Settlement>map(Settlement.Succeed::new)
                    .toList());
    assertEquals(ConsumptionState.PROCESSING, refused(results.get(0)).state(), "the lost one");
    assertTrue(
        ((TransitionResult.Refused) results.get(1)).row().isEmpty(), "the one that is not there");
    assertEquals(ConsumptionState.PROCESSING, refused(results.get(2)).state(), "the stolen one");
    assertInstanceOf(TransitionResult.Applied.class, results.get(3), "the one that is held");
    List<TransitionResult> dead =
        s.store()
            .settleAll(
                List.of(
                    new Settlement.DeadLetter(
                        done, s.failure(ErrorClass.POISON), s.content("done")),
                    new Settlement.DeadLetter(
                        stolen, s.failure(ErrorClass.POISON), s.content("stolen"))));
    assertEquals(ConsumptionState.SUCCEEDED, refused(dead.get(0)).state(), "the settled");
    refused(dead.get(1));
    assertEquals(ConsumptionState.SUCCEEDED, s.summary(held.key()).state(), "the held one");
    assertEquals(
        before, Stream.of(lost, stolen, done).map(c -> s.picture(c.key())).toList(), "unchanged");
  }

  @Rule(
      id = "BATCH-6",
      text = "An owner that repeats its own verdicts hears that they stand.",
      lookAt = "how a batch that moved too few rows finds out which")
  default void repeatedVerdictsStand(Scenario s) {
    List<Settlement> settlements =
        List.of(
            new Settlement.Succeed(s.claim("a")),
            new Settlement.Release(s.claim("b"), s.content("b"), Scenario.DELAY),
            new Settlement.ScheduleRetry(
                s.claim("c"), s.failure(ErrorClass.RETRYABLE), s.content("c"), Scenario.DELAY),
            new Settlement.DeadLetter(
                s.claim("d"), s.failure(ErrorClass.CONFLICT), s.content("d")));
    s.store().settleAll(settlements).forEach(Expect::done);
    List<Picture> after = settlements.stream().map(e -> s.picture(e.claim().key())).toList();
    s.store()
        .settleAll(settlements)
        .forEach(result -> assertInstanceOf(TransitionResult.Applied.class, result, "again"));
    assertEquals(after, settlements.stream().map(e -> s.picture(e.claim().key())).toList());
  }

  @Rule(
      id = "BATCH-7",
      text = "Every character and byte comes through: quotes, backslashes, control characters.",
      lookAt = "how the rows of a batch travel")
  default void everyCharacterComesThrough(Scenario s) {
    byte[] bytes = new byte[70_000];
    new Random(7).nextBytes(bytes);
    List<NewClaim> claims = new ArrayList<>();
    for (String odd :
        List.of("a\"b\\c/'d''", "{\"t\":1}", "k ", "\u00e9 e\u0301 \ud83d\ude80 ?:x")) {
      Delivery delivery =
          s.delivery(odd)
              .metadata(
                  new Metadata(
                      odd,
                      odd,
                      odd,
                      Long.MIN_VALUE,
                      odd,
                      0,
                      Long.MAX_VALUE,
                      s.row(s.claim("t" + odd).key()).receivedAt()))
              .payload(bytes)
              .build();
      claims.add(wish(NewRow.of(delivery, Content.of(delivery, Scenario.MAX_BYTES))));
    }
    List<ClaimResult> results = s.store().claimAll(claims, s.node());
    for (int i = 0; i < claims.size(); i++) {
      NewRow row = claims.get(i).row();
      assertEquals(row.key(), won(results.get(i)).key(), "key");
      assertEquals(row.metadata(), s.row(row.key()).metadata(), "metadata");
      assertEquals(row.payloadHash(), s.summary(row.key()).payloadHash(), "hash");
      assertEquals(row.content(), s.store().content(row.key()).orElseThrow(), "content");
    }
    s.store()
        .settleAll(results.stream().<Settlement>map(r -> new Settlement.Succeed(won(r))).toList())
        .forEach(Expect::done);
  }

  @Rule(
      id = "BATCH-8",
      text = "Tenants, handlers and items with the same ids do not meet in a batch.",
      lookAt = "the whole key in claim-all, list-keys and the -all statements")
  default void sameIdsOfOthersDoNotMeet(Scenario s) {
    List<ConsumptionKey> keys =
        List.of(
            s.key("e"),
            s.key(new Tenant("other"), "e"),
            new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".b", "e", ""),
            new ConsumptionKey(Tenant.DEFAULT, s.handler(), "e", "item-1"),
            new ConsumptionKey(Tenant.DEFAULT, s.handler(), "e", "item-2"));
    List<ClaimResult> results =
        s.store().claimAll(keys.stream().map(k -> wish(s.bare(k))).toList(), s.node());
    assertEquals(keys, results.stream().map(r -> won(r).key()).toList());
    s.store()
        .settleAll(
            Stream.of(1, 3)
                .<Settlement>map(i -> new Settlement.Succeed(won(results.get(i))))
                .toList())
        .forEach(Expect::done);
    for (int i = 0; i < keys.size(); i++) {
      assertEquals(
          i % 2 == 1 ? ConsumptionState.SUCCEEDED : ConsumptionState.PROCESSING,
          s.summary(keys.get(i)).state(),
          "state of " + keys.get(i));
    }
    s.store()
        .settleAll(
            Stream.of(0, 2, 4)
                .<Settlement>map(
                    i ->
                        new Settlement.ScheduleRetry(
                            won(results.get(i)),
                            s.failure(ErrorClass.RETRYABLE, "no. " + i),
                            s.content("e"),
                            Scenario.DELAY))
                .toList())
        .forEach(Expect::done);
    for (int i : new int[] {0, 2, 4}) {
      assertEquals("no. " + i, s.row(keys.get(i)).failure().message(), "whose failure");
    }
  }

  @Rule(
      id = "BATCH-9",
      text = "As many rows as are allowed fit into one batch.",
      lookAt = "limits on the size of statements and on their parameters")
  default void theLargestBatchFits(Scenario s) {
    List<NewClaim> claims =
        IntStream.range(0, BatchVerbs.MAX_ROWS).mapToObj(i -> wish(s.full("e" + i))).toList();
    List<ClaimResult> results = s.store().claimAll(claims, s.node());
    List<Settlement> settlements =
        results.stream().<Settlement>map(r -> new Settlement.Succeed(won(r))).toList();
    s.store().settleAll(settlements).forEach(Expect::done);
    List<ClaimResult> again = s.store().claimAll(claims, s.node());
    again.forEach(r -> assertEquals(ConsumptionState.SUCCEEDED, there(r).state(), "state"));
    assertEquals(List.of(), s.store().claimAll(List.of(), s.node()), "nothing");
    assertEquals(List.of(), s.store().settleAll(List.of()), "nothing");
  }

  @Rule(
      id = "BATCH-10",
      text = "Batches that overlap, in any order, do not fail, and each row has one owner.",
      lookAt = "the order in which claim-all and the -all statements take their locks")
  default void overlappingBatchesShareOut(Scenario s) {
    int racers = 4;
    for (int round = 0; round < 10; round++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        names.add("r" + round + "-" + i);
      }
      List<List<ClaimResult>> all =
          Together.run(
              racers,
              racer -> {
                List<String> mine = new ArrayList<>(names);
                Collections.shuffle(mine, new Random(racer));
                List<ClaimResult> results =
                    (racer % 2 == 0 ? s.store() : s.second())
                        .claimAll(mine.stream().map(n -> wish(s.bare(n))).toList(), s.node());
                s.store()
                    .settleAll(
                        results.stream()
                            .filter(ClaimResult.Claimed.class::isInstance)
                            .<Settlement>map(r -> new Settlement.Succeed(won(r)))
                            .toList())
                    .forEach(Expect::done);
                return results;
              });
      List<ConsumptionKey> owners =
          all.stream()
              .flatMap(List::stream)
              .filter(ClaimResult.Claimed.class::isInstance)
              .map(r -> won(r).key())
              .sorted()
              .toList();
      assertEquals(names.stream().map(s::key).sorted().toList(), owners, "one owner each");
    }
  }

  @Rule(
      id = "BATCH-11",
      text = "A key that is there twice, or a row with an order, is refused, and nothing is done.",
      lookAt = "what is checked before a batch is sent")
  default void whatDoesNotBelongIsRefused(Scenario s) {
    NewClaim wish = wish(s.bare("e1"));
    assertThrows(IllegalArgumentException.class, () -> claim(s, wish, wish(s.bare("e1"))));
    assertThrows(IllegalArgumentException.class, () -> wish(s.placed(s.key("e2"), 1)));
    assertTrue(s.store().get(s.key("e1")).isEmpty(), "nothing was claimed");
    Claim claim = won(claim(s, wish).get(0));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            s.store()
                .settleAll(
                    Arrays.asList(new Settlement.Succeed(claim), new Settlement.Succeed(claim))));
    assertEquals(ConsumptionState.PROCESSING, s.summary(claim.key()).state(), "not settled");
  }
}
