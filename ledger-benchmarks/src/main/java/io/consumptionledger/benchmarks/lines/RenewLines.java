package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Rows;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RenewResult;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The leases of many claims, again and again, in chunks as the heartbeat does it. */
public final class RenewLines {
  private static final int CLAIMS = 10_000;
  private static final int CHUNK = 1_000;
  private static final Duration LEASE = Duration.ofMinutes(1);

  private RenewLines() {}

  private abstract static class Renewal extends DatabaseLine {
    Renewal(String name, Space space) {
      super(name, space);
    }

    @Override
    protected void reset() throws SQLException {
      Rows rows = space().tables("");
      rows.reset(FINISHED_ROWS);
      rows.claimed(1, CLAIMS);
      rows.analyze();
    }

    static <T> List<List<T>> chunks(List<T> all) {
      return IntStream.range(0, CLAIMS / CHUNK)
          .mapToObj(i -> all.subList(i * CHUNK, (i + 1) * CHUNK))
          .toList();
    }
  }

  /** By hand. */
  public static Line byHand(Space space) {
    return new Renewal("by hand", space) {
      @Override
      public String note() {
        return "Rows that somebody writes are skipped, so that one slow owner delays nobody.";
      }

      @Override
      protected Step step(int caller) throws SQLException {
        Batches batches = product().batches(pool().connection());
        List<List<String>> events =
            chunks(LongStream.rangeClosed(1, CLAIMS).mapToObj(Messages::claimed).toList());
        List<List<UUID>> tokens =
            chunks(LongStream.rangeClosed(1, CLAIMS).mapToObj(n -> new UUID(0, n)).toList());
        return new Step() {
          @Override
          public int run() throws SQLException {
            for (int i = 0; i < events.size(); i++) {
              ManyLines.requireCount(CHUNK, batches.renew(events.get(i), tokens.get(i)));
            }
            return CLAIMS;
          }

          @Override
          public void close() throws SQLException {
            batches.close();
          }
        };
      }
    };
  }

  /** The store's RENEW. */
  public static Line ledger(Space space) {
    return new Renewal("RENEW", space) {
      private LedgerStore store;

      @Override
      public String note() {
        return "The same through the store; tells of each claim whether it is renewed.";
      }

      @Override
      public void prepare(int callers) throws Exception {
        super.prepare(callers);
        store = Switches.store(pool().source(), "");
      }

      @Override
      protected Step step(int caller) {
        List<List<Claim>> claims =
            chunks(LongStream.rangeClosed(1, CLAIMS).mapToObj(RenewLines::claim).toList());
        return () -> {
          for (List<Claim> chunk : claims) {
            long renewed =
                store.renew(chunk, LEASE).values().stream()
                    .filter(RenewResult.RENEWED::equals)
                    .count();
            ManyLines.requireCount(CHUNK, (int) renewed);
          }
          return CLAIMS;
        };
      }
    };
  }

  private static Claim claim(long number) {
    ConsumptionKey key =
        new ConsumptionKey(Tenant.DEFAULT, Messages.HANDLER, Messages.claimed(number), "");
    return new Claim(key, new ClaimToken(new UUID(0, number)), 1, 1, 0);
  }
}
