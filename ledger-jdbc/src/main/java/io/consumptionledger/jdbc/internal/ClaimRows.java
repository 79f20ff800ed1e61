package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Metadata;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * New rows as parameters. What all of them have in common travels once, as a parameter that is null
 * where they differ; the rest travels as {@link JsonRows}. Most batches are of one handler and
 * topic, and half of their text would be repetitions. Never shows values.
 */
final class ClaimRows {
  private static final List<Column<String>> TEXTS =
      List.of(
          new Column<>('t', "tenantId", claim -> claim.row().key().tenant().id()),
          new Column<>('h', "handlerId", claim -> claim.row().key().handlerId()),
          new Column<>('i', "itemKey", claim -> claim.row().key().itemKey()),
          new Column<>('y', "eventType", claim -> claim.row().metadata().eventType()),
          new Column<>('a', "aggregateType", claim -> claim.row().metadata().aggregateType()),
          new Column<>('o', "topic", claim -> claim.row().metadata().topic()));

  private static final List<Column<Long>> NUMBERS =
      List.of(
          new Column<>('l', "lease", claim -> Micros.of(claim.lease())),
          new Column<>('p', "partition", claim -> partition(claim.row().metadata())));

  private ClaimRows() {}

  private static Long partition(Metadata metadata) {
    return metadata.partition() == null ? null : metadata.partition().longValue();
  }

  /** What the rows of a batch may have in common: its member there, and its parameter. */
  private record Column<T>(char member, String parameter, Function<NewClaim, T> value) {
    /** The value of all, or null if they differ or have none. */
    T shared(List<NewClaim> claims) {
      T first = value.apply(claims.get(0));
      for (NewClaim each : claims) {
        if (first == null || !first.equals(value.apply(each))) {
          return null;
        }
      }
      return first;
    }
  }

  /** Parameters of what the claims are, but for the node; at least one. */
  static Params of(List<NewClaim> sorted) {
    Params params = new Params();
    List<Column<String>> texts = new ArrayList<>();
    for (Column<String> each : TEXTS) {
      String shared = each.shared(sorted);
      params.text(each.parameter(), shared);
      if (shared == null) {
        texts.add(each);
      }
    }
    List<Column<Long>> numbers = new ArrayList<>();
    for (Column<Long> each : NUMBERS) {
      Long shared = each.shared(sorted);
      params.number(each.parameter(), shared);
      if (shared == null) {
        numbers.add(each);
      }
    }
    JsonRows rows = new JsonRows();
    for (NewClaim claim : sorted) {
      rows.begin();
      texts.forEach(each -> rows.text(each.member(), each.value().apply(claim)));
      numbers.forEach(each -> rows.number(each.member(), each.value().apply(claim)));
      add(rows, claim);
      rows.end();
    }
    return params.text("rows", rows.close());
  }

  private static void add(JsonRows rows, NewClaim claim) {
    Metadata metadata = claim.row().metadata();
    rows.text('e', claim.row().key().eventId())
        .token(claim.token())
        .text('g', metadata.aggregateId())
        .number('s', metadata.sequence())
        .number('f', metadata.offset())
        .number(
            'b', metadata.brokerTimestamp() == null ? null : Micros.of(metadata.brokerTimestamp()))
        .bytes('x', claim.row().payloadHash() == null ? null : claim.row().payloadHash().bytes())
        .content(claim.row().content());
  }
}
