package io.consumptionledger.conformance.framework;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps the reports about stores that are broken on purpose apart from those about ours. */
public final class BrokenStoreReports implements BeforeAllCallback, AfterAllCallback {
  private static final String FOLDER = "ledger.report";

  @Override
  public void beforeAll(ExtensionContext context) {
    System.setProperty(FOLDER, "target/conformance-of-broken-stores");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    System.clearProperty(FOLDER);
  }
}
