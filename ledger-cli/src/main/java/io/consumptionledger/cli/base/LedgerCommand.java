package io.consumptionledger.cli.base;

import io.consumptionledger.Tenant;
import picocli.CommandLine.Option;

/** A command on an open ledger. */
public abstract class LedgerCommand extends BaseCommand {
  @Option(
      names = "--tenant",
      paramLabel = "ID",
      defaultValue = "default",
      description = "Whose rows (default: the tenant \"default\").")
  private String tenant;

  /** What is left to do once everything on the command line is understood. */
  @FunctionalInterface
  protected interface Work {
    /**
     * Does it.
     *
     * @param desk the open ledger
     * @return what the shell is told
     */
    Exit at(Desk desk);
  }

  /**
   * Understands the command line, before there is a connection.
   *
   * @param owner whose rows
   * @return what to do
   * @throws io.consumptionledger.InvalidFieldException if a value is not valid
   * @throws CommandException if something else is wrong
   */
  protected abstract Work prepare(Tenant owner);

  @Override
  public final Integer call() {
    Work work = prepare(new Tenant(tenant));
    try (Desk desk = environment().desks().open(connecting(), environment())) {
      return work.at(desk).code();
    }
  }
}
