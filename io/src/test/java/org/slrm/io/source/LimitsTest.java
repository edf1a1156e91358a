package org.slrm.io.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.io.InFolder;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.format.HeaderNames;
import org.slrm.io.format.JsonText;
import org.slrm.io.format.TableFormat;
import org.slrm.io.format.TableWriter;

/** Small files that require much memory are rejected; wide and well compressed files are read. */
class LimitsTest extends InFolder {
  private static final long SMALL = 300L << 20;

  /** A text that repeats a line up to a given length. */
  private static byte[] packed(String start, String again, long length, String end) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] block = again.repeat(8192 / again.length()).getBytes(StandardCharsets.US_ASCII);
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(start.getBytes(StandardCharsets.US_ASCII));
      for (long n = 0; n < length; n += block.length) {
        zip.write(block);
      }
      zip.write(end.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void assertCheap(Runnable reading) {
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    reading.run();
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(taken < SMALL, "took " + (taken >> 20) + " MB");
  }

  @Test
  void emptySparseRowsRespectTheMemoryLimit() {
    String head = "@relation r\n";
    for (int k = 0; k < 1000; k++) {
      head += "@attribute x" + k + " numeric\n";
    }
    Path bomb = write("bomb.arff.gz", packed(head + "@data\n", "{}\n", 900_000, "{1 2}\n"));
    assertRefused(() -> Tables.read(bomb, target("x1")), "bomb.arff.gz", "5001", "--stream");
    // Cells without a known value are looked for in all rows, but not in more than may be held.
    Path zeros = write("zeros.arff.gz", packed(head + "@data\n", "{}\n", 1_500_000, "{1 x}\n"));
    assertRefused(() -> Tables.read(zeros, target("x1")), "zeros.arff.gz", "must not expand");
    // Read row by row, it takes no memory.
    Path few = write("few.arff", head + "@data\n{}\n{1 2, 5 3}\n{1 1}\n");
    assertEquals(3, Tables.read(few, target("x1")).rows());
  }

  @Test
  void equalRowsOfParquetDoNotUnpackToMoreThanMemoryHolds() throws IOException {
    List<TableWriter.OutputColumn> columns =
        IntStream.range(0, 30).mapToObj(k -> TableWriter.OutputColumn.number("x" + k)).toList();
    Path bomb = folder.resolve("bomb.parquet");
    try (OutputStream to = Files.newOutputStream(bomb);
        TableWriter table = TableFormat.of("bomb.parquet").writer(to)) {
      table.begin(columns);
      for (int i = 0; i < 400_000; i++) {
        for (int k = 0; k < columns.size(); k++) {
          table.number((double) k);
        }
        table.endRow();
      }
    }
    assertTrue(Files.size(bomb) < 200_000);
    assertRefused(() -> Tables.read(bomb, target("x1")), "bomb.parquet", "entries", "--stream");
  }

  static Stream<Arguments> endless() {
    String arff = "@relation r\n@attribute a numeric\n@data\n";
    long much = 1L << 26;
    return Stream.of(
        arguments("a.arff.gz", packed(arff, "1", much, "\n")),
        arguments("b.arff.gz", packed(arff, "1,", much, "\n")),
        arguments("c.arff.gz", packed("@relation r\n@attribute a {", "a,", much, "}\n")),
        arguments("a.svm.gz", packed("1 1:", "1", much, "\n")),
        arguments("a.csv.gz", packed("a,b\n1,", "1", much, "\n")),
        arguments("b.csv.gz", packed("a,b\n1,\"", "1\n", much, "\"\n")),
        arguments("c.csv.gz", packed("", "a,", much, "\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endless")
  void anEndlessLineInASmallFileIsRejected(String name, byte[] bytes) {
    Path file = write(name, bytes);
    assertCheap(() -> assertRefused(() -> Tables.read(file, ReadOptions.DEFAULT), name));
  }

  @Test
  void anEndlessCellIsRejectedByItsLength() {
    Path file = write("a.csv.gz", packed("a,b\n1,", "1", 1L << 26, "\n"));
    assertRefused(() -> Tables.read(file, ReadOptions.DEFAULT), "a.csv.gz", "a cell must have at");
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999", "2147483646", "2147483647"})
  void aLargeIndexInASmallFileIsRejected(String index) {
    Path file = write("a.svm", "1 1:2\n0 " + index + ":1\n");
    assertCheap(
        () ->
            assertRefused(() -> Tables.read(file, ReadOptions.DEFAULT), "a.svm", "line 2", index));
  }

  @Test
  void manyRowsOfManyImpliedZerosAreRejected() {
    Path file = write("a.svm", "1 1:2\n".repeat(3000) + "0 90000:1\n");
    assertCheap(
        () ->
            assertRefused(() -> Tables.read(file, ReadOptions.DEFAULT), "--libsvm-absent missing"));
    ReadOptions missing = ReadOptions.builder().libsvmAbsent(ReadOptions.Absent.MISSING).build();
    assertEquals(90_000, Tables.read(file, missing).features().columns());
  }

  @Test
  void aTableThatPacksWellIsReadWhole() {
    Path file = write("a.csv.gz", packed("a,b\n", "1,2\n", 8 << 20, ""));
    assertEquals((8 << 20) / 4, Tables.read(file, ReadOptions.DEFAULT).rows());
  }

  @Test
  void standardInputThatIsKeptMayAskForAsMuchAsAFile() {
    String text = "a,s\n1," + "x".repeat((1 << 24) + 1000) + "\n2,y\n";
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
      assertEquals(2, Tables.read("-", ReadOptions.DEFAULT).rows());
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aRowOfManyColumnsIsRead() {
    int columns = 50_000;
    String names = String.join(",", HeaderNames.numbered(columns));
    String row = String.join(",", Collections.nCopies(columns, "1.5"));
    Path file = write("wide.csv", names + "\n" + row + "\n");
    assertEquals(columns, Tables.read(file, ReadOptions.DEFAULT).features().columns());
  }

  @Test
  void equalNamesCostNoMoreThanOthers() {
    int columns = 20_000;
    String names = String.join(",", Collections.nCopies(columns, "a"));
    String row = String.join(",", Collections.nCopies(columns, "1"));
    Path file = write("equal.csv", names + "\n" + row + "\n");
    assertCheap(
        () -> {
          Table t = Tables.read(file, ReadOptions.DEFAULT);
          assertEquals("a_20000", t.schema().columns().get(columns - 1).name());
        });
  }

  @Test
  void jsonOfManyEmptyObjectsIsRejected() {
    byte[] text = ("{\"a\":[" + "{},".repeat(2_000_000) + "{}]}").getBytes(StandardCharsets.UTF_8);
    assertCheap(
        () -> assertThrows(JsonProcessingException.class, () -> JsonText.object(text, 1_000_000)));
  }

  @Test
  void jsonNestedDeeplyIsRejected() {
    byte[] text =
        ("{\"a\":" + "[".repeat(900) + "]".repeat(900) + "}").getBytes(StandardCharsets.UTF_8);
    assertThrows(JsonProcessingException.class, () -> JsonText.object(text, 1_000_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.svm", "a.arff"})
  void aZeroCharacterIsRejectedWhereverItStands(String name) {
    String head = name.endsWith("arff") ? "@relation r\n@attribute a numeric\n@data\n" : "";
    String row = name.endsWith("svm") ? "1 1:1\n" : "1\n";
    int rows = 40_000;
    String text = head + row.repeat(rows) + row.replace("\n", "\0\n") + row;
    long line = text.substring(0, text.indexOf(0)).lines().count();
    assertRefused(
        () -> Tables.read(write(name, text), ReadOptions.DEFAULT), name, "line " + line, "zero");
  }

  @Test
  void messagesAreShortened() {
    String endless = "x".repeat(10_000_000);
    for (String text : new String[] {"a\n1\n2\n" + endless + "\n", "a," + endless + "\n1,2\n3\n"}) {
      InputException e = assertThrows(InputException.class, () -> read(text, ReadOptions.DEFAULT));
      assertTrue(e.getMessage().length() < 20_000, () -> "has " + e.getMessage().length());
      assertTrue(String.valueOf(e.value()).length() < 5000);
    }
  }
}
