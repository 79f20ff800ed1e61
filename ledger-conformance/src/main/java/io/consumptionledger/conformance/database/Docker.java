package io.consumptionledger.conformance.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.DockerClientFactory;

/** Finds out quickly and quietly whether there is Docker. */
final class Docker {
  private static final List<String> SOCKETS =
      List.of("/var/run/docker.sock", ".docker/run/docker.sock", ".docker/desktop/docker.sock");

  private Docker() {}

  /** Why there are no containers, or null if there are. */
  static String missing() {
    // Asking the library first takes seconds and fills the screen when there is nothing to find.
    if (System.getenv("DOCKER_HOST") == null
        && System.getenv("TESTCONTAINERS_HOST_OVERRIDE") == null
        && !System.getProperty("os.name").startsWith("Windows")
        && SOCKETS.stream().noneMatch(Docker::exists)
        && !exists(".testcontainers.properties")) {
      return "no Docker";
    }
    try {
      return DockerClientFactory.instance().isDockerAvailable() ? null : "Docker does not answer";
    } catch (NoClassDefFoundError e) {
      return "no Testcontainers on the class path";
    } catch (RuntimeException e) {
      // Docker is there, but what the library needs of its own cannot be fetched.
      return "Docker cannot be used: " + e.getMessage();
    }
  }

  private static boolean exists(String socket) {
    return Files.exists(Path.of(System.getProperty("user.home")).resolve(socket));
  }
}
