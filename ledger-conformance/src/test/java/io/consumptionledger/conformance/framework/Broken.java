package io.consumptionledger.conformance.framework;

import io.consumptionledger.conformance.LedgerConformance;
import io.consumptionledger.conformance.StoreFixture;
import io.consumptionledger.spi.LedgerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The whole suite on the in-memory store with one fault built in. */
interface Broken extends LedgerConformance {
  /**
   * Answers a call of the store.
   *
   * @param sound the store without the fault
   * @param method the method that was called
   * @param arguments its arguments
   * @return the answer
   * @throws Throwable what the method throws
   */
  Object call(LedgerStore sound, Method method, Object[] arguments) throws Throwable;

  /** Passes a call on as it is. */
  static Object pass(LedgerStore store, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  default StoreFixture openFixture() {
    return new BrokenFixture(this);
  }
}
