package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.io.column.Names;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;

/** Files written by DuckDB (40 simulated rows) with every codec, and files of this project. */
class ParquetTest extends InFolder {
  private static Path resource(String name) {
    try {
      return Path.of(ParquetTest.class.getResource("/parquet/" + name + ".parquet").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "gzip", "zstd", "lz4_raw"})
  void everyCommonCodecGivesWhatTheUnpackedFileGives(String codec) {
    Table plain = Tables.read(resource("uncompressed"), target("y"));
    Table packed = Tables.read(resource(codec), target("y"));
    assertEquals(plain.features(), packed.features());
    assertEquals(plain.labels(), packed.labels());
    assertEquals(plain.schema(), packed.schema());
  }

  @Test
  void typesAreTakenAsTheFileMeansThem() {
    Table t = Tables.read(resource("uncompressed"), target("y"));
    assertEquals(
        "[d numeric, f numeric, l numeric, s categorical, b boolean, day date, ts date, u numeric,"
            + " ui numeric, tm time, y numeric]",
        t.schema().columns().stream()
            .map(c -> c.name() + " " + Names.lower(c.kind()))
            .toList()
            .toString());
    assertEquals(40, t.rows());
    double[] row = new double[t.features().columns()];
    for (int k = t.features().rowStart(3); k < t.features().rowStart(4); k++) {
      row[t.features().column(k)] = t.features().value(k);
    }
    double timestamp = 18753 + (7 * 3600 + 8 * 60 + 9 + 3) / 86400.0;
    assertRows(
        org.slrm.data.IncompleteMatrix.ofNaN(new double[][] {row}),
        row(
            3 / 7.0,
            1.5,
            3000009,
            1,
            0,
            0,
            0,
            18265,
            timestamp,
            3,
            3000000003.0,
            1 + 123 / 3600.0));
  }

  @Test
  void otherCodecsAreRejectedByName() {
    assertRefused(
        () -> Tables.read(resource("brotli"), target("y")), "brotli.parquet", "BROTLI", "\"d\"");
  }

  @Test
  void columnsThatAreNoNumbersNorTextAreRejectedByName() {
    assertRefused(() -> Tables.read(resource("decimal"), target("y")), "\"dec\"", "decimals");
    assertRefused(() -> Tables.read(resource("list"), target("y")), "\"list", "nested");
    assertRefused(() -> Tables.read(resource("struct"), target("y")), "\"struct.p\"", "nested");
    assertRefused(() -> Tables.read(resource("map"), target("y")), "\"m.", "nested");
    assertRefused(() -> Tables.read(resource("raw"), target("y")), "\"iv\"", "raw bytes");
    MessageType old = MessageTypeParser.parseMessageType("message m { required int96 t; }");
    Path file =
        write("old.parquet", old, WriterVersion.PARQUET_1_0, 1, (g, i) -> g.add("t", bytes(12)));
    assertRefused(() -> Tables.read(file, ReadOptions.DEFAULT), "\"t\"", "96 bits");
  }

  @Test
  void rawBytesAreTextOnlyIfTheyAreUtf8() {
    MessageType raw =
        MessageTypeParser.parseMessageType("message m { required binary s; required double y; }");
    Path text =
        write(
            "t.parquet",
            raw,
            WriterVersion.PARQUET_1_0,
            9,
            (g, i) -> {
              g.add("s", i % 2 == 0 ? "u" : "v");
              g.add("y", (double) i);
            });
    assertEquals(2, Tables.read(text, target("y")).features().columns());
    Path other =
        write(
            "o.parquet",
            raw,
            WriterVersion.PARQUET_1_0,
            9,
            (g, i) -> {
              g.add("s", Binary.fromConstantByteArray(new byte[] {(byte) 0xff, 1}));
              g.add("y", (double) i);
            });
    assertRefused(() -> Tables.read(other, target("y")), "o.parquet", "\"s\"", "UTF-8");
  }

  @Test
  void numericValuesAreNotParsedAsText() {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { optional double a; required int64 l; required int64 u (INTEGER(64,false));"
                + " required int32 i (INTEGER(32,false)); required float f; required double y; }");
    Path file =
        write(
            "n.parquet",
            type,
            WriterVersion.PARQUET_1_0,
            4,
            (g, i) -> {
              g.add("a", new double[] {0.1, -200, Double.NaN, 1e-300}[i]);
              g.add("l", Long.MAX_VALUE - 511 - i);
              g.add("u", -1L - 1024 * i);
              g.add("i", -1 - i);
              g.add("f", 0.1f);
              g.add("y", i + 0.5);
            });
    Table t =
        Tables.read(file, ReadOptions.builder().target("y").na("-200").decimalComma(true).build());
    double[] a = {0.1, NaN, NaN, 1e-300};
    double[][] rows = new double[4][];
    for (int i = 0; i < 4; i++) {
      // What their digits say, rounded once.
      double l = Double.parseDouble(Long.toString(Long.MAX_VALUE - 511 - i));
      double u = Double.parseDouble(Long.toUnsignedString(-1L - 1024 * i));
      rows[i] = row(a[i], l, u, 4294967295.0 - i, 0.1f);
    }
    assertRows(t.features(), rows);
    assertRows(t.labels(), row(0.5), row(1.5), row(2.5), row(3.5));
    assertEquals(Map.of("-200.0", 1L, "NaN", 1L), t.report().columns().get(0).tokens());
  }

  @Test
  void numbersOfACategoryKeepTheirText() {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 k; required double d; required double y; }");
    Path file =
        write(
            "c.parquet",
            type,
            WriterVersion.PARQUET_1_0,
            6,
            (g, i) -> {
              g.add("k", i % 2);
              g.add("d", 0.5 * (i % 3));
              g.add("y", (double) i);
            });
    Table t = Tables.read(file, ReadOptions.builder().target("y").categorical("k", "d").build());
    assertEquals(List.of("0", "1"), t.schema().columns().get(0).levels());
    assertEquals(List.of("0.0", "0.5", "1.0"), t.schema().columns().get(1).levels());
  }

  @Test
  void infinityIsRejectedByItsName() {
    MessageType type = MessageTypeParser.parseMessageType("message m { required double y; }");
    Path file =
        write(
            "i.parquet",
            type,
            WriterVersion.PARQUET_1_0,
            2,
            (g, i) -> g.add("y", i == 0 ? 1 : Double.NEGATIVE_INFINITY));
    assertRefused(
        () -> Tables.read(file, target("y")), "i.parquet", "\"y\"", "finite", "-Infinity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PARQUET_1_0", "PARQUET_2_0"})
  void manyPagesOfBothVersionsAreReadToTheEnd(String version) {
    Path file = mixed("many.parquet", WriterVersion.valueOf(version), 40_000);
    Table t = Tables.read(file, target("y"));
    assertEquals(40_000, t.rows());
    Random random = new Random(5);
    for (int i = 0; i < 40_000; i++) {
      double a = random.nextGaussian();
      int k = t.features().rowStart(i);
      if (i % 3 != 0) {
        assertEquals(a, t.features().value(k++));
      }
      assertEquals(i * 7L, t.features().value(k));
      assertEquals(i % 11, t.labels().value(t.labels().rowStart(i)));
    }
  }

  /** Some pages of the column have null values only, so its dictionary is first used late. */
  @ParameterizedTest
  @ValueSource(strings = {"PARQUET_1_0", "PARQUET_2_0"})
  void aTextColumnThatIsFilledLateIsRead(String version) {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { optional binary s (UTF8); required double y; }");
    Path file =
        write(
            "late.parquet",
            type,
            WriterVersion.valueOf(version),
            90_000,
            (g, i) -> {
              if (i >= 80_000) {
                g.add("s", "level" + i % 4);
              }
              g.add("y", (double) i);
            });
    Table t = Tables.read(file, target("y"));
    assertEquals(90_000, t.rows());
    assertEquals(
        List.of("level0", "level1", "level2", "level3"), t.schema().columns().get(0).levels());
    assertEquals(80_000, t.report().columns().get(0).missing());
  }

  /** The file declares a text column, so that numbers are levels too. */
  @Test
  void aTextColumnWhoseWordsComeAfterManyNumbersIsRead() {
    Path file = codes("codes.parquet", i -> i < 5000 ? "" + i % 5 : "w" + i % 2);
    Table t = Tables.read(file, target("y"));
    assertEquals(
        List.of("0", "1", "2", "3", "4", "w0", "w1"), t.schema().columns().get(0).levels());
    assertEquals("text and numbers mixed", t.report().columns().get(0).note());
  }

  @Test
  void numbersWithAFewWordsAreRejected() {
    Path file = codes("stray.parquet", i -> i == 4000 ? "broken" : "" + i / 7.0);
    assertRefused(() -> Tables.read(file, target("y")), "\"s\"", "must be a number", "--na broken");
  }

  private Path codes(String name, IntFunction<String> text) {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { optional binary s (UTF8); required double y; }");
    return write(
        name,
        type,
        WriterVersion.PARQUET_2_0,
        5400,
        (g, i) -> {
          g.add("s", text.apply(i));
          g.add("y", i * 31 % 1009 / 3.0);
        });
  }

  private Path mixed(String name, WriterVersion version, int rows) {
    Random random = new Random(5);
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { optional double a; required int64 l; optional binary s (UTF8);"
                + " required boolean b; required int32 y; }");
    return write(
        name,
        type,
        version,
        rows,
        (g, i) -> {
          double a = random.nextGaussian();
          if (i % 3 != 0) {
            g.add("a", a);
          }
          g.add("l", i * 7L);
          g.add("s", "level" + i % 4);
          g.add("b", i % 2 == 0);
          g.add("y", i % 11);
        });
  }

  /** Mutated files, reproducible by seed. */
  @Test
  void mutatedFilesAreReadOrRejected() throws IOException {
    Random random = new Random(13);
    for (WriterVersion version : WriterVersion.values()) {
      byte[] whole = Files.readAllBytes(mixed("m.parquet", version, 60));
      for (int k = 0; k < 500; k++) {
        byte[] mutant = whole.clone();
        for (int n = random.nextInt(3); n >= 0; n--) {
          mutant[4 + random.nextInt(mutant.length - 8)] = (byte) random.nextInt();
        }
        Path file = write("mutant.parquet", mutant);
        try {
          Tables.read(file, target("y"));
        } catch (InputException refused) {
          assertTrue(refused.getMessage().contains("mutant.parquet"), refused.getMessage());
        }
      }
    }
  }

  private static Binary bytes(int length) {
    return Binary.fromConstantByteArray(new byte[length]);
  }

  private interface Row {
    void fill(Group group, int i);
  }

  private Path write(String name, MessageType type, WriterVersion version, int rows, Row row) {
    Path file = folder.resolve(name);
    try {
      Files.deleteIfExists(file);
      SimpleGroupFactory groups = new SimpleGroupFactory(type);
      try (ParquetWriter<Group> writer =
          ExampleParquetWriter.builder(new LocalOutputFile(file))
              .withConf(new PlainParquetConfiguration())
              .withType(type)
              .withWriterVersion(version)
              .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
              .withPageSize(50_000)
              .build()) {
        for (int i = 0; i < rows; i++) {
          Group group = groups.newGroup();
          row.fill(group, i);
          writer.write(group);
        }
      }
      return file;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
