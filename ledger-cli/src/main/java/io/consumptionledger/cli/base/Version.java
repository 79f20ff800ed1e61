package io.consumptionledger.cli.base;

import picocli.CommandLine.IVersionProvider;

/** Which version this is, as the jar's manifest says. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"ledger " + (version == null ? "of an unknown version" : version)};
  }
}
