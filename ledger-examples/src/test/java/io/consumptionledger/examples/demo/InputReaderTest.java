package io.consumptionledger.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputReaderTest {
  private static final String GOOD =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"subject\":\"a\"}";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("events");
  }

  @Test
  void givenNoFileThenTheSampleIsRead() {
    Input input = InputReader.read(null, System.err);

    assertThat(input.messages()).hasSize(300);
    assertThat(input.distinct()).isEqualTo(300);
    assertThat(input.rejected()).isZero();
    assertThat(Evidence.wantedChain(input.messages()).broken()).isZero();
  }

  @Test
  void givenAllPartsThenAllAreUnderstood() throws IOException {
    write(
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"subject\":\"a\","
            + "\"time\":\"2026-03-02T08:02:10+01:00\",\"sequence\":\"0012\",\"other\":[1,{}],"
            + "\"data\":{\"nested\":{\"before\":\"no\"},\"before\":\"x\",\"after\":\"y\"}}");

    CloudEvent event = read().messages().get(0).event();

    assertThat(event)
        .isEqualTo(
            new CloudEvent(
                "/s",
                "1",
                "t",
                "a",
                java.time.Instant.parse("2026-03-02T07:02:10Z"),
                12L,
                "x",
                "y"));
  }

  @Test
  void givenSourceAndIdThatRunTogetherThenTheirKeysDiffer() {
    CloudEvent one = new CloudEvent("/a", ":b", "t", null, null, null, null, null);
    CloudEvent other = new CloudEvent("/a:", "b", "t", null, null, null, null, null);

    assertThat(one.eventId()).isNotEqualTo(other.eventId());
  }

  @Test
  void givenGzipThenItIsReadWhateverItsName() throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((GOOD + "\n").getBytes(StandardCharsets.UTF_8));
    }

    assertThat(read().messages()).hasSize(1);
  }

  @Test
  void givenBrokenLinesThenEachIsReportedWithItsNumberAndTheRestGoesOn() throws IOException {
    write(
        GOOD,
        "{\"specversion\":\"1.0\",",
        "",
        "[]",
        GOOD + " {}",
        GOOD.replace("\"1.0\"", "\"0.3\""),
        GOOD.replace("\"id\":\"1\",", ""),
        GOOD.replace("\"id\":\"1\"", "\"id\":\"1\",\"id\":\"2\""),
        GOOD.replace("\"id\":\"1\"", "\"id\":\"1\",\"time\":\"yesterday\""),
        GOOD.replace("\"id\":\"1\"", "\"id\":\"" + "x".repeat(300) + "\""),
        GOOD.replace("\"id\":\"1\"", "\"id\":\"1\",\"data\":" + "[".repeat(100_000)),
        GOOD.replace("\"a\"", "\"" + "a".repeat(2_000_000) + "\""),
        GOOD.replace("\"id\":\"1\"", "\"id\":\"2\""));

    Input input = read();

    assertThat(input.messages()).hasSize(2);
    assertThat(input.rejected()).isEqualTo(10);
    List<String> reports = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(reports.get(0)).startsWith("line 2 is not valid JSON: ");
    assertThat(reports.get(1)).isEqualTo("line 4 is not a JSON object");
    assertThat(reports.get(2)).startsWith("line 5 goes on after the end");
    assertThat(reports.get(3)).isEqualTo("line 6 is not of specversion 1.0");
    assertThat(reports.get(4)).isEqualTo("line 7 is not a CloudEvent: it has no id");
    assertThat(reports.get(5)).startsWith("line 8 is not valid JSON: Duplicate field 'id'");
    assertThat(reports.get(6)).startsWith("line 9 has a time that is not RFC 3339");
    assertThat(reports.get(7)).startsWith("line 10 cannot be a message: eventId");
    assertThat(reports.get(8)).startsWith("line 11 ").contains("nesting depth");
    assertThat(reports.get(9)).isEqualTo("line 12 is longer than 1,048,576 bytes");
    assertThat(reports).hasSize(10);
  }

  @Test
  void givenVeryManyBrokenLinesThenTheReportStaysShort() throws IOException {
    Files.writeString(file, GOOD + "\n" + "broken\n".repeat(1_000));

    assertThat(read().rejected()).isEqualTo(1_000);
    assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(21);
  }

  @Test
  void givenNothingToReadThenOneSentenceSaysWhy() throws IOException {
    assertRefused("cannot read " + file + ": there is no such file");
    write("");
    assertRefused("there is no event in " + file);
    Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});
    assertRefused("cannot read " + file + ": Unexpected end of ZLIB input stream", "EOFException");
    file = directory;
    assertRefused("cannot read " + file + ": it is a directory");
  }

  private void assertRefused(String... oneOf) {
    assertThatExceptionOfType(DemoException.class)
        .isThrownBy(this::read)
        .satisfies(e -> assertThat(e.getMessage()).containsAnyOf(oneOf));
  }

  private void write(String... lines) throws IOException {
    Files.write(file, List.of(lines));
  }

  private Input read() {
    return InputReader.read(file, new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
