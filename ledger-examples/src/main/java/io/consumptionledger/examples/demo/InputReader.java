package io.consumptionledger.examples.demo;

import io.consumptionledger.InvalidFieldException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads events line by line. A line that cannot be used is reported, and the rest goes on. */
public final class InputReader {
  private static final String SAMPLE = "sample-events.ndjson";
  private static final int MAX_EVENTS = 200_000;
  private static final int SHOWN_REJECTIONS = 20;

  private final PrintStream err;
  private final List<Input.Message> messages = new ArrayList<>();
  private int rejected;

  private InputReader(PrintStream err) {
    this.err = err;
  }

  /**
   * Reads a file, or the bundled sample.
   *
   * @param file the file, gzip or not; null for the sample
   * @param err where lines that cannot be used are reported
   * @return the events
   * @throws DemoException if it cannot be read, or holds no event
   */
  public static Input read(Path file, PrintStream err) {
    String name = file == null ? "the bundled sample" : file.toString();
    InputReader reader = new InputReader(err);
    try (InputStream in = open(file)) {
      reader.readLines(in);
    } catch (NoSuchFileException e) {
      throw new DemoException("cannot read " + name + ": there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new DemoException("cannot read " + name + ": permission denied", e);
    } catch (IOException e) {
      throw new DemoException("cannot read " + name + ": " + Words.of(e), e);
    }
    if (reader.rejected > SHOWN_REJECTIONS) {
      err.println("... and " + (reader.rejected - SHOWN_REJECTIONS) + " more lines were left out");
    }
    if (reader.messages.isEmpty()) {
      throw new DemoException("there is no event in " + name);
    }
    return new Input(name, reader.messages, reader.rejected);
  }

  private static InputStream open(Path file) throws IOException {
    if (file == null) {
      return new BufferedInputStream(InputReader.class.getResourceAsStream(SAMPLE));
    }
    if (Files.isDirectory(file)) {
      throw new IOException("it is a directory");
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    try {
      in.mark(2);
      boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
      in.reset();
      return gzip ? new BufferedInputStream(new GZIPInputStream(in)) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private void readLines(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long number = 1;
    int c;
    while ((c = in.read()) >= 0) {
      if (c == '\n') {
        accept(number++, line);
        line.reset();
      } else if (line.size() <= CloudEventParser.MAX_BYTES) {
        line.write(c); // what is over the limit is not kept, only known to be too long
      }
    }
    accept(number, line);
  }

  private void accept(long number, ByteArrayOutputStream line) {
    byte[] bytes = line.toByteArray();
    if (isBlank(bytes)) {
      return;
    }
    try {
      CloudEvent event = CloudEventParser.parse(bytes);
      event.deliveryTo("check", bytes, 0, 0); // refuses what could not be a key
      messages.add(new Input.Message(event, bytes));
    } catch (InvalidFieldException e) {
      reject(number, "cannot be a message: " + Words.of(e));
    } catch (IOException e) {
      reject(number, Words.of(e));
    }
    if (messages.size() > MAX_EVENTS) {
      throw new DemoException(
          "the input has more than "
              + Words.number(MAX_EVENTS)
              + " events, and the demo keeps them in memory");
    }
  }

  private void reject(long number, String why) {
    rejected++;
    if (rejected <= SHOWN_REJECTIONS) {
      err.println("line " + number + " " + why);
    }
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
