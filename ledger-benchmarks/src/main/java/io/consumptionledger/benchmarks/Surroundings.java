package io.consumptionledger.benchmarks;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.benchmarks.database.Space;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jobrunr.configuration.JobRunr;

/** What the figures depend on. */
final class Surroundings {
  private Surroundings() {}

  static Map<String, String> of(Space space, Scale scale) throws SQLException {
    Map<String, String> all = new LinkedHashMap<>();
    try (Connection connection = space.connection()) {
      DatabaseMetaData data = connection.getMetaData();
      all.put("server", data.getDatabaseProductName() + " " + data.getDatabaseProductVersion());
      space.product().serverSettings(connection).forEach((k, v) -> all.put("server: " + k, v));
      all.put("driver", data.getDriverName() + " " + data.getDriverVersion());
    }
    String driver = space.product().driverSettings().toString();
    all.put("driver settings", driver.equals("{}") ? "the driver's defaults" : driver);
    all.put(
        "pool",
        "HikariCP " + version(HikariDataSource.class) + ", " + space.poolSize() + " connections");
    all.put(
        "peers",
        "transaction-outbox "
            + version(TransactionOutbox.class)
            + ", db-scheduler "
            + version(Scheduler.class)
            + ", JobRunr "
            + version(JobRunr.class));
    all.put(
        "JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    all.put("JVM options", jvmOptions());
    all.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    all.put("CPUs", Integer.toString(Runtime.getRuntime().availableProcessors()));
    all.put(
        "rounds",
        scale.rounds()
            + " of "
            + scale.pace().measured().toMillis()
            + " ms after "
            + scale.pace().warmUp().toMillis()
            + " ms of warm-up, in turns");
    all.put(
        "CPU of the server",
        space.knowsServerCpu() ? "of its processes on this machine" : "unknown");
    return all;
  }

  /** Without properties, in which directories stand. */
  private static String jvmOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-D"))
        .collect(Collectors.joining(" "));
  }

  private static String version(Class<?> of) {
    String file = of.getProtectionDomain().getCodeSource().getLocation().getPath();
    return file.replaceAll(".*-([0-9][^/]*)\\.jar$", "$1");
  }
}
