package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.operations.QuarantineDecoder;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** A decoder of the operator's own. */
final class DecoderClass {
  @Option(names = "--decoder", paramLabel = "CLASS", description = "The class that reads them.")
  private String name;

  @Option(
      names = "--class-path",
      paramLabel = "JARS",
      description = "Beside --decoder: where the class is, jars and directories as for java -cp.")
  private String classPath;

  boolean isGiven() {
    if (name == null && classPath != null) {
      throw new InvalidFieldException("--decoder", "is needed beside --class-path");
    }
    return name != null;
  }

  /** Loads it; its class loader stays open as long as the program runs. */
  QuarantineDecoder load() {
    ClassLoader loader = new URLClassLoader(urls(), DecoderClass.class.getClassLoader());
    try {
      Object made = Class.forName(name, true, loader).getDeclaredConstructor().newInstance();
      if (made instanceof QuarantineDecoder decoder) {
        return decoder;
      }
      throw new InvalidFieldException("--decoder", name + " does not implement QuarantineDecoder");
    } catch (ClassNotFoundException e) {
      throw new InvalidFieldException("--decoder", name + " is not on the --class-path");
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw new InvalidFieldException(
          "--decoder", name + " has no public constructor without parameters");
    } catch (InvocationTargetException e) {
      throw new InvalidFieldException(
          "--decoder", name + " cannot be made: " + e.getCause().getClass().getName());
    } catch (LinkageError e) {
      throw new InvalidFieldException(
          "--decoder", name + " cannot be loaded: " + e.getClass().getName());
    }
  }

  private URL[] urls() {
    List<URL> urls = new ArrayList<>();
    for (String part : classPath == null ? new String[0] : classPath.split(File.pathSeparator)) {
      Path path = Path.of(part);
      if (!Files.isReadable(path)) {
        throw new InvalidFieldException("--class-path", "names " + part + ", which cannot be read");
      }
      try {
        urls.add(path.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new InvalidFieldException("--class-path", "names " + part + ", which is no file");
      }
    }
    return urls.toArray(URL[]::new);
  }
}
