package io.consumptionledger.cli.command;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.StoreException;
import io.consumptionledger.cli.base.BaseCommand;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.JdbcDesks;
import io.consumptionledger.jdbc.LedgerSchema;

/** A command on the tables, which need not be there. */
abstract class SchemaBase extends BaseCommand {
  abstract Exit on(LedgerSchema schema);

  @Override
  public final Integer call() {
    try (HikariDataSource pool = JdbcDesks.connect(connecting(), environment())) {
      return on(LedgerSchema.of(pool, connecting().schema(), connecting().prefix())).code();
    } catch (StoreException e) {
      throw JdbcDesks.withReason(e);
    }
  }
}
