package io.consumptionledger.conformance.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.jdbc.JdbcLedgerStoreBuilder;
import io.consumptionledger.spi.LedgerStore;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The server commits and the reply never comes: what was asked for is answered, and done once. */
class LostReplyTest {
  @Nested
  class OnPostgreSql extends Replies {
    OnPostgreSql() {
      super("postgresql");
    }
  }

  @Nested
  class OnMySql extends Replies {
    OnMySql() {
      super("mysql");
    }
  }

  abstract static class Replies extends OnServer {
    Replies(String product) {
      super(product);
    }

    @TestFactory
    Stream<DynamicTest> givenAPoolThatCommitsByItself_whenAReplyIsLost_thenTheVerbIsDoneOnce() {
      return verbs(true);
    }

    @TestFactory
    Stream<DynamicTest> givenAPoolThatDoesNotCommit_whenAReplyIsLost_thenTheVerbIsDoneOnce() {
      return verbs(false);
    }

    @Test
    void
        givenMessagesBeingConsumed_whenSessionsAreKilledAtTheServer_thenEachIsHandledAndSettledOnce() {
      new KilledConnections(fixture(), new Killer(fixture().space(), isPostgreSql())).run();
    }

    private Stream<DynamicTest> verbs(boolean autoCommit) {
      HikariDataSource pool = Pools.committing(fixture().space(), 3, autoCommit);
      LosesReply wire = new LosesReply();
      LedgerStore store = JdbcLedgerStoreBuilder.on(Tapped.of(pool::getConnection, wire)).build();
      Scenario s = new Scenario(fixture(), "lost");
      return new LostReplies(s, store, wire)
          .all().entrySet().stream()
              .map(
                  verb ->
                      DynamicTest.dynamicTest(
                          verb.getKey(),
                          () -> {
                            fixture().clear();
                            verb.getValue().run();
                          }))
              .onClose(pool::close);
    }
  }
}
