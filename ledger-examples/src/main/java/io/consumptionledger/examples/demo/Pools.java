package io.consumptionledger.examples.demo;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.UnknownHostException;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Makes connection pools. */
public final class Pools {
  private static final long PATIENCE_MILLIS = 10_000;

  private Pools() {}

  /**
   * A pool on a database that has answered once.
   *
   * @param url the JDBC URL
   * @param user the user, or null
   * @param password the password, or null
   * @param size how many connections at the most
   * @return the pool
   * @throws DemoException if there is no driver, or the database does not let us in
   */
  public static HikariDataSource open(String url, String user, String password, int size) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("demo");
    config.setDriverClassName(driver(url).getClass().getName());
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(PATIENCE_MILLIS);
    config.setInitializationFailTimeout(1);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new DemoException("cannot connect to " + withoutSecrets(url) + ": " + reason(e), e);
    }
  }

  /**
   * Found by the class path of this class, because the driver manager looks only where the JVM was
   * started from, which inside a build tool is not here.
   */
  private static Driver driver(String url) {
    for (Driver driver : ServiceLoader.load(Driver.class, Pools.class.getClassLoader())) {
      try {
        if (driver.acceptsURL(url)) {
          return driver;
        }
      } catch (SQLException | ServiceConfigurationError e) {
        throw new DemoException(withoutSecrets(url) + " is not a URL that works: " + reason(e), e);
      }
    }
    throw new DemoException("there is no JDBC driver here for " + withoutSecrets(url));
  }

  private static String reason(Throwable error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof UnknownHostException) {
        return "there is no host of that name";
      }
    }
    return Words.ofRoot(error);
  }

  /**
   * The URL without parameters and user, where passwords may stand.
   *
   * @param url the URL
   * @return what may be shown
   */
  public static String withoutSecrets(String url) {
    return Words.oneLine(url.replaceAll("[?;].*", "").replaceAll("//[^/]*@", "//"));
  }
}
