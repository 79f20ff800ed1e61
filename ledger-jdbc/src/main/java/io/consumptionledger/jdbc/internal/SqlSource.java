package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.jdbc.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The texts of statements, by file name without ending. Immutable.
 *
 * @param origin where they come from, for messages
 * @param texts the texts
 */
public record SqlSource(String origin, Map<String, String> texts) {
  private static final String ROOT = "META-INF/ledger/";
  private static final String ENDING = ".sql";

  /** Copies the texts. */
  public SqlSource {
    texts = Map.copyOf(texts);
  }

  /**
   * All files in a dialect's folder. Where a class loader cannot list folders, those that are
   * looked for.
   *
   * @param dialect the dialect
   * @return the texts; files that are missing are just not there
   */
  public static SqlSource of(Dialect dialect) {
    String folder = ROOT + dialect.folder() + "/";
    ClassLoader loader = dialect.getClass().getClassLoader();
    Map<String, String> texts = new TreeMap<>();
    try {
      for (Sql each : Sql.values()) {
        read(loader, folder, each.fileName(), texts);
      }
      URL some = loader.getResource(folder + Sql.CLAIM.fileName() + ENDING);
      if (some != null) {
        for (String name : list(some, folder)) {
          read(loader, folder, name, texts);
        }
      }
    } catch (IOException | URISyntaxException e) {
      throw new ConfigurationException("the statements in " + folder + " cannot be read", e);
    }
    return new SqlSource(folder, texts);
  }

  /**
   * These texts with one put in the place of another, or added.
   *
   * @param name the file's name without ending
   * @param text its text
   * @return new texts
   */
  public SqlSource with(String name, String text) {
    Map<String, String> changed = new TreeMap<>(texts);
    changed.put(name, text);
    return new SqlSource(origin, changed);
  }

  private static void read(
      ClassLoader loader, String folder, String name, Map<String, String> texts)
      throws IOException {
    try (InputStream in = loader.getResourceAsStream(folder + name + ENDING)) {
      if (in != null) {
        texts.put(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }

  private static Iterable<String> list(URL some, String folder)
      throws IOException, URISyntaxException {
    if ("file".equals(some.getProtocol())) {
      try (Stream<Path> files = Files.list(Path.of(some.toURI()).getParent())) {
        return names(files.map(path -> path.getFileName().toString()));
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    if (some.openConnection() instanceof JarURLConnection jar) {
      return names(
          jar.getJarFile().stream()
              .map(entry -> entry.getName())
              .filter(name -> name.startsWith(folder))
              .map(name -> name.substring(folder.length())));
    }
    return names(Stream.empty());
  }

  private static Iterable<String> names(Stream<String> files) {
    return files
        .filter(file -> file.endsWith(ENDING))
        .map(file -> file.substring(0, file.length() - ENDING.length()))
        .toList();
  }
}
