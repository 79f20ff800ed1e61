package io.consumptionledger.cli.base;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether a person sits in front of the program. */
final class Terminal {
  private Terminal() {}

  /** Since Java 22 there is a console also without a terminal; it can be asked. */
  static boolean isPresent() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }
}
