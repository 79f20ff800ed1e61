package io.consumptionledger.jdbc.dialect;

import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;

/** What drivers tell of servers. */
final class Servers {
  private Servers() {}

  static DatabaseMetaData server(String product, String version) {
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            Servers.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getDatabaseProductName" -> product;
                  case "getDatabaseProductVersion" -> version;
                  case "getDatabaseMajorVersion" -> Integer.parseInt(version.split("\\.")[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
