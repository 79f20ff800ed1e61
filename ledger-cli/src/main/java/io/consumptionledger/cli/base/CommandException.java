package io.consumptionledger.cli.base;

/** A command ends with one sentence for people. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the shell is told. */
  private final Exit exit;

  /**
   * Ends a command.
   *
   * @param exit what the shell is told
   * @param sentence what people are told; holds no secret
   */
  public CommandException(Exit exit, String sentence) {
    this(exit, sentence, null);
  }

  /**
   * Ends a command because of an error.
   *
   * @param exit what the shell is told
   * @param sentence what people are told; holds no secret
   * @param cause the error
   */
  public CommandException(Exit exit, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exit = exit;
  }

  /**
   * What the shell is told.
   *
   * @return the exit code
   */
  public Exit exit() {
    return exit;
  }
}
