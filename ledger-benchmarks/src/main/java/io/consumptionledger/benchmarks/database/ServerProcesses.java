package io.consumptionledger.benchmarks.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CPU of the server's processes, where they are on this machine, in a container or not, and it
 * lists its processes under /proc. A server is recognised by the name of its process and the time
 * it was started.
 */
public final class ServerProcesses {
  private static final Path PROC = Path.of("/proc");
  private static final double TICKS_PER_SECOND = 100;

  /** A container sets a new server up before it is started in the same process. */
  private static final Duration SET_UP = Duration.ofMinutes(5);

  private static final Duration TOLERANCE = Duration.ofSeconds(5);

  private final long root;

  private ServerProcesses(long root) {
    this.root = root;
  }

  /** What a line of /proc/PID/stat says. */
  private record Process(long pid, String name, long parent, double cpu) {}

  /**
   * Looks for the server.
   *
   * @param name what its processes are called
   * @param startedAt when it says it was started
   * @return its processes: of those that fit, the ones that were started last before that time
   */
  public static Optional<ServerProcesses> find(String name, Instant startedAt) {
    List<Process> all = all();
    return all.stream()
        .filter(p -> p.name.equals(name))
        .filter(p -> all.stream().noneMatch(q -> q.pid == p.parent && q.name.equals(name)))
        .filter(p -> age(p, startedAt) != null)
        .min(Comparator.comparing(p -> age(p, startedAt)))
        .map(p -> new ServerProcesses(p.pid));
  }

  /** How long before it says so its process was started; null if that does not fit. */
  private static Duration age(Process process, Instant startedAt) {
    return ProcessHandle.of(process.pid)
        .flatMap(handle -> handle.info().startInstant())
        .map(start -> Duration.between(start, startedAt))
        .filter(age -> age.compareTo(SET_UP) <= 0 && age.negated().compareTo(TOLERANCE) <= 0)
        .orElse(null);
  }

  /** Seconds of CPU so far, those of ended children included. */
  public double cpuSeconds() {
    return all().stream()
        .filter(p -> p.pid == root || p.parent == root)
        .mapToDouble(Process::cpu)
        .sum();
  }

  private static List<Process> all() {
    List<Process> found = new ArrayList<>();
    if (!Files.isDirectory(PROC)) {
      return found;
    }
    try (Stream<Path> entries = Files.list(PROC)) {
      entries
          .filter(entry -> entry.getFileName().toString().matches("\\d+"))
          .forEach(entry -> read(entry).ifPresent(found::add));
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  /** Empty if the process has ended meanwhile. */
  private static Optional<Process> read(Path entry) {
    String line;
    try {
      line = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return Optional.empty();
    }
    int nameEnd = line.lastIndexOf(')');
    String name = line.substring(line.indexOf('(') + 1, nameEnd);
    String[] rest = line.substring(nameEnd + 2).split(" ");
    double ticks = 0;
    for (int field = 11; field <= 14; field++) { // own and ended children's, user and system
      ticks += Double.parseDouble(rest[field]);
    }
    long pid = Long.parseLong(entry.getFileName().toString());
    return Optional.of(new Process(pid, name, Long.parseLong(rest[1]), ticks / TICKS_PER_SECOND));
  }
}
