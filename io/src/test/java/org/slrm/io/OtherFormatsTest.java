package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;

class OtherFormatsTest extends InFolder {
  private static final ReadOptions ABSENT_MISSING =
      ReadOptions.builder().libsvmAbsent(ReadOptions.Absent.MISSING).build();

  @Test
  void arffNamesMayHaveQuotesWithinQuotes() {
    Path file =
        write(
            "a.arff",
            "% comment\n@RELATION 'a b'\n\n@attribute \"'departwb'\" NUMERIC\n"
                + "@attribute \"'ALLminpA'l1\" real\n@attribute 'two words' integer\n"
                + "@Attribute it\\'s {red, 'dark blue'}\n@attribute when date \"yyyy-MM-dd\"\n"
                + "@data\n  72.000,    1.000, ?, red, \"2004-03-10\"\n% more\n"
                + "1,2,3,'dark blue',?\n4,5,6,?,2004-03-11\n");
    Table t = Tables.read(file, ReadOptions.builder().na("1").build());
    assertEquals(
        List.of("departwb", "ALLminpAl1", "two words", "it\\'s=dark blue", "it\\'s=red", "when"),
        t.featureNames());
    assertRows(
        t.features(),
        row(72, NaN, NaN, 0, 1, 12487),
        row(NaN, 2, 3, 1, 0, NaN),
        row(4, 5, 6, NaN, NaN, 12488));
  }

  @Test
  void omittedValuesOfSparseArffRowsAreZeroOrTheFirstLevel() {
    Path file =
        write(
            "a.arff",
            "@relation r\n@attribute a numeric\n@attribute c {u,v}\n@attribute y numeric\n@data\n"
                + "{0 3.5, 1 v}\n{2 ?}\n{ }\n");
    Table t = Tables.read(file, target("y"));
    assertRows(t.features(), row(3.5, 0, 1), row(0, 1, 0), row(0, 1, 0));
    assertRows(t.labels(), row(0), row(NaN), row(0));
  }

  @Test
  void absentLibsvmEntriesAreZeroByDefault() {
    Path file =
        write("a.libsvm", "-1.0  1:2.5 3:-1\n+1 qid:4 2:1e3 # comment\n\n# only comment\n2:7\n");
    Table t = Tables.read(file, ReadOptions.DEFAULT);
    assertEquals(List.of("x1", "x2", "x3"), t.featureNames());
    assertEquals(List.of("label"), t.targetNames());
    assertRows(t.features(), row(2.5, 0, -1), row(0, 1000, 0), row(0, 7, 0));
    // Two numbers are two classes, unless they are said to be numbers.
    assertEquals(List.of("-1", "1"), t.schema().target(0).levels());
    assertRows(t.labels(), row(0), row(1), row(NaN));
    ReadOptions numeric =
        ReadOptions.builder().labels(List.of(ReadOptions.Label.of("numeric"))).build();
    assertRows(Tables.read(file, numeric).labels(), row(-1), row(1), row(NaN));
    Table missing = Tables.read(file, ABSENT_MISSING);
    assertRows(missing.features(), row(2.5, NaN, -1), row(NaN, 1000, NaN), row(NaN, 7, NaN));
  }

  @Test
  void libsvmIndicesBeyondTheModelAreIgnoredAndReported() {
    Path file = write("a.svm", "1 1:1 2:2\n");
    Schema schema = Tables.read(file, ReadOptions.DEFAULT).schema();
    String wider = write("b.svm", "1 2:5 9:1\n").toString();
    Table t = Tables.read(wider, ReadOptions.DEFAULT, schema);
    assertRows(t.features(), row(0, 5));
    assertTrue(t.report().notes().toString().contains("above 2"), t.report().notes().toString());
    assertRefused(
        () -> Tables.read(wider, ReadOptions.builder().strict(true).build(), schema), "9:1");
  }

  @Test
  void parquetNullsAreMissingAndTypesKept() throws IOException {
    MessageType type =
        Types.buildMessage()
            .optional(PrimitiveTypeName.DOUBLE)
            .named("d")
            .optional(PrimitiveTypeName.FLOAT)
            .named("f")
            .required(PrimitiveTypeName.INT64)
            .named("l")
            .optional(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named("s")
            .required(PrimitiveTypeName.BOOLEAN)
            .named("b")
            .required(PrimitiveTypeName.INT32)
            .as(LogicalTypeAnnotation.dateType())
            .named("day")
            .required(PrimitiveTypeName.INT64)
            .as(LogicalTypeAnnotation.timestampType(true, LogicalTypeAnnotation.TimeUnit.MILLIS))
            .named("at")
            .named("rows");
    Path file = folder.resolve("a.parquet");
    List<Object[]> rows =
        List.of(
            new Object[] {0.1, 0.5f, 1L << 40, "u", true, 12487, 43_200_000L},
            new Object[] {Double.NaN, null, -7L, "v", false, 1, 0L},
            new Object[] {null, 0.1f, 0L, "v", true, 0, 86_400_000L});
    List<String> names = List.of("d", "f", "l", "s", "b", "day", "at");
    try (ParquetWriter<Object[]> writer =
        ParquetWriter.writeFile(
            type,
            file.toFile(),
            (row, out) -> {
              for (int k = 0; k < row.length; k++) {
                if (row[k] != null) {
                  out.write(names.get(k), row[k]);
                }
              }
            })) {
      for (Object[] row : rows) {
        writer.write(row);
      }
    }
    Table t = Tables.read(file, target("l"));
    assertEquals(List.of("d", "f", "s=u", "s=v", "b", "day", "at"), t.featureNames());
    assertRows(
        t.features(),
        row(0.1, 0.5, 1, 0, 1, 12487, 0.5),
        row(NaN, NaN, 0, 1, 0, 1, 0),
        row(NaN, 0.1f, 0, 1, 1, 0, 1));
    assertRows(t.labels(), row(1L << 40), row(-7), row(0));
    byte[] whole = java.nio.file.Files.readAllBytes(file);
    Path cut = write("cut.parquet", java.util.Arrays.copyOf(whole, whole.length / 2));
    assertRefused(() -> Tables.read(cut, ReadOptions.DEFAULT), "cut.parquet", "Parquet");
  }
}
