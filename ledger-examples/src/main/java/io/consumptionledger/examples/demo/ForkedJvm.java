package io.consumptionledger.examples.demo;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Another JVM with the same classes, to be killed. What it prints is read here, what is written to
 * it here it can read; its errors go where ours go. Thread-safe.
 */
public final class ForkedJvm implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private final Process process;
  private final BufferedReader output;
  private final PrintStream input;

  private ForkedJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /**
   * Starts a JVM.
   *
   * @param main what to run
   * @param environment variables to set, which is where secrets belong
   * @param arguments its arguments
   * @return the running JVM
   * @throws DemoException if it cannot be started
   */
  public static ForkedJvm start(
      Class<?> main, Map<String, String> environment, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        Stream.concat(
                Stream.of(
                    java,
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xshare:auto",
                    "-cp",
                    classPath(),
                    main.getName()),
                Stream.of(arguments))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().putAll(environment);
    try {
      return new ForkedJvm(builder.start());
    } catch (IOException e) {
      throw new DemoException("cannot start another JVM: " + Words.of(e), e);
    }
  }

  /** Inside a build tool the classes come from a loader of its own, not from the class path. */
  private static String classPath() {
    if (ForkedJvm.class.getClassLoader() instanceof URLClassLoader loader) {
      return Stream.of(loader.getURLs())
          .map(ForkedJvm::file)
          .collect(Collectors.joining(File.pathSeparator));
    }
    return System.getProperty("java.class.path");
  }

  private static String file(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new DemoException("cannot use " + url + " as a class path", e);
    }
  }

  /**
   * The next line that it prints; waits for it.
   *
   * @return the line, or null when it has ended
   */
  public String readLine() {
    try {
      return output.readLine();
    } catch (IOException e) {
      return null; // it was killed while it wrote
    }
  }

  /**
   * Writes a line to it. What it no longer reads is lost, as with any process that dies.
   *
   * @param line the line
   */
  public synchronized void writeLine(String line) {
    input.println(line);
  }

  /** Ends what it can read, which asks it to end by itself. */
  public void endInput() {
    input.close();
  }

  /**
   * Whether it runs, or would if it were not frozen.
   *
   * @return false once it has ended
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it as a power failure would: nothing in it is told. */
  public void kill() {
    process.destroyForcibly();
    await();
  }

  /** Stops its time: no thread of it runs until it is thawed. */
  public void freeze() {
    signal("STOP");
  }

  /** Lets it go on where it was. */
  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      sent.waitFor();
    } catch (IOException e) {
      throw new DemoException("cannot send a signal to a process: " + Words.of(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until it has ended.
   *
   * @return its exit code
   * @throws DemoException if it does not end
   */
  public int await() {
    try {
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    throw new DemoException("a JVM did not end within " + PATIENCE_SECONDS + " s");
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }
}
