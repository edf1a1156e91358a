package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RecordReader;
import org.slrm.io.column.Schema;
import org.slrm.io.format.Formats;
import org.slrm.io.source.Source;

class CsvTest extends InFolder {
  private static Schema.Kind kind(Table t, String name) {
    return t.schema().columns().get(t.schema().indexOf(name)).kind();
  }

  @Test
  void numbersBecomeFeaturesAndTheTargetLabels() {
    Table t = read("a,b,y\n1,2.5,3\n,-1e-3,\n", target("y"));
    assertRows(t.features(), row(1, 2.5), row(NaN, -1e-3));
    assertRows(t.labels(), row(3), row(NaN));
    assertEquals(List.of("a", "b"), t.featureNames());
    assertEquals(List.of("y"), t.targetNames());
    assertEquals(2, t.rows());
  }

  @Test
  void aFirstRowThatNamesTheTargetIsAHeaderAlthoughItHasNumbers() {
    Table t = read("0,7,y\n1,2,3\n4,5,6\n7,8,10\n", target("y"));
    assertEquals(List.of("0", "7"), t.featureNames());
    assertRows(t.labels(), row(3), row(6), row(10));
  }

  @Test
  void quotesMayHoldSeparatorsAndLineEnds() {
    Table t = read("\"a,1\",b\r\n\"1\",\"x\ny\"\r\n\"2\",z\r\n3,z\r\n", ReadOptions.DEFAULT);
    assertEquals(List.of("a,1", "b=x\ny", "b=z"), t.featureNames());
    assertRows(t.features(), row(1, 1, 0), row(2, 0, 1), row(3, 0, 1));
  }

  @Test
  void marksAtTheStartAndOtherLineEndsDoNotMatter() {
    double[][] same = {{1, 2}, {3, 4}};
    assertRows(read("\uFEFFa,b\r\n1,2\r\n3,4", ReadOptions.DEFAULT).features(), same);
    assertRows(read("a,b\r1,2\r3,4\r", ReadOptions.DEFAULT).features(), same);
    byte[] wide = "\uFEFFa,b\n1,2\n3,4\n".getBytes(StandardCharsets.UTF_16LE);
    Table t = Tables.read(write("wide.csv", wide), ReadOptions.DEFAULT);
    assertRows(t.features(), same);
    assertEquals(List.of("a", "b"), t.featureNames());
  }

  @Test
  void gzipIsFoundByContent() {
    Table t = Tables.read(write("plain.csv", gzip("a,b\n1,2\n")), ReadOptions.DEFAULT);
    assertRows(t.features(), row(1, 2));
    assertTrue(t.report().format().contains("gzip"));
    Table named = Tables.read(write("not-packed.csv.gz", "a,b\n1,2\n"), ReadOptions.DEFAULT);
    assertRows(named.features(), row(1, 2));
  }

  @Test
  void severalGzipMembersAreOneFile() {
    byte[] first = gzip("a,b\n1,2\n");
    byte[] second = gzip("3,4\n");
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    Table t = Tables.read(write("two.csv.gz", both), ReadOptions.DEFAULT);
    assertRows(t.features(), row(1, 2), row(3, 4));
  }

  @Test
  void separatorsAreFoundOrGiven() {
    for (String s : List.of(",", ";", "\t", "|")) {
      Table t = read("a,b,c\n1,2,3\n4,5,6\n".replace(",", s), ReadOptions.DEFAULT);
      assertRows(t.features(), row(1, 2, 3), row(4, 5, 6));
    }
    Table t = read("a b\n1 2\n", ReadOptions.builder().separator(' ').build());
    assertRows(t.features(), row(1, 2));
  }

  @Test
  void decimalCommasAreReadWhenAsked() {
    ReadOptions comma = ReadOptions.builder().decimalComma(true).build();
    Table t = read("a;b\n1,5;2\n-0,25;1,7976931348623157E308\n", comma);
    assertRows(t.features(), row(1.5, 2), row(-0.25, Double.MAX_VALUE));
  }

  @Test
  void aFirstRowWithNumbersIsData() {
    Table t = read("3,?,x\n4,5,x\n", ReadOptions.DEFAULT);
    assertEquals(List.of("V1", "V2", "V3=x"), t.featureNames());
    assertRows(t.features(), row(3, NaN, 1), row(4, 5, 1));
    Table counted = read("0,1,2\n7,8,9\n", ReadOptions.DEFAULT);
    assertEquals(List.of("0", "1", "2"), counted.featureNames());
    ReadOptions no = ReadOptions.builder().header(ReadOptions.Header.NO).build();
    assertEquals(2, read("0,1,2\n7,8,9\n", no).rows());
    ReadOptions yes = ReadOptions.builder().header(ReadOptions.Header.YES).build();
    assertEquals(List.of("2019", "2020"), read("2019,2020\n7,8\n", yes).featureNames());
  }

  @Test
  void theDefaultTokensAndNaNAreMissing() {
    Table t = read("a,b\n1,1\nNA,NaN\nnull,nan\n?,#N/A\n n/a , \n", ReadOptions.DEFAULT);
    assertRows(t.features(), row(1, 1), row(NaN, NaN), row(NaN, NaN), row(NaN, NaN), row(NaN, NaN));
    Map<String, Long> tokens = t.report().columns().get(0).tokens();
    assertEquals(Map.of("NA", 1L, "null", 1L, "?", 1L, "n/a", 1L), tokens);
    assertEquals(0.8, t.report().columns().get(0).missingShare());
  }

  @Test
  void givenTokensReplaceTheDefaultOnesAndCompareAsNumbers() {
    ReadOptions o = ReadOptions.builder().na("-200").build();
    Table t = read("a,b\n-200,NA\n-200.0,x\n-2e2,NA\n5,\n", o);
    assertEquals(List.of("a", "b=NA", "b=x"), t.featureNames());
    assertRows(t.features(), row(NaN, 1, 0), row(NaN, 0, 1), row(NaN, 1, 0), row(5, NaN, NaN));
    Table none = read("a,b\n1,NA\n2,x\n3,x\n", ReadOptions.builder().na().build());
    assertEquals(List.of("a", "b=NA", "b=x"), none.featureNames());
  }

  @Test
  void wordsForYesAndNoAreOneAndZero() {
    Table t = read("a,b,c\nyes,TRUE,Y\nno,False,N\nyes,,N\n", ReadOptions.DEFAULT);
    assertRows(t.features(), row(1, 1, 1), row(0, 0, 0), row(1, NaN, 0));
    assertEquals(Schema.Kind.BOOLEAN, kind(t, "b"));
  }

  @Test
  void datesAndTimesAreNumbers() {
    Table t =
        read(
            "iso,day,month,stamp,time,dots\n"
                + "1970-01-02,31/12/1969,12/31/1969,1970-01-01T12:00:00Z,06:30,18.00.00\n"
                + "2004-03-10,10/03/2004,03/10/2004,1970-01-01 12:00+02:00,23:59:59.5,00.00.36\n",
            ReadOptions.DEFAULT);
    assertRows(
        t.features(),
        row(1, -1, -1, 0.5, 6.5, 18),
        row(12487, 12487, 12487, 10.0 / 24, 86399.5 / 3600, 0.01));
    assertTrue(t.report().columns().get(1).note().contains("day/month/year"));
    assertEquals(Schema.Kind.DATE, kind(t, "stamp"));
    assertEquals("10/03/2004", t.schema().columns().get(1).text(12487));
    assertEquals("18:00:00", t.schema().columns().get(5).text(18));
  }

  @Test
  void identifiersAreExcludedWithAWarning() {
    StringBuilder text = new StringBuilder("id,many,x\n");
    for (int i = 0; i < 500; i++) {
      text.append("row").append(i).append(",m").append(i / 2).append(',').append(i).append('\n');
    }
    Table t = read(text.toString(), ReadOptions.DEFAULT);
    assertEquals(List.of("x"), t.featureNames());
    assertEquals(Schema.Kind.IGNORED, kind(t, "id"));
    assertTrue(t.report().columns().get(1).note().contains("too many levels"));
  }

  @Test
  void numbersAreCategoriesWhenAsked() {
    Table t = read("a,b\n20,1\n60,2\n20,3\n", ReadOptions.builder().categorical("a").build());
    assertEquals(List.of("a=20", "a=60", "b"), t.featureNames());
    assertRows(t.features(), row(1, 0, 1), row(0, 1, 2), row(1, 0, 3));
  }

  @Test
  void namesAreMadeUniqueAndEmptyTrailingColumnsIgnored() {
    Table t = read("a,a,,x,,\n1,2,3,4,,\n5,6,7,8,,\n\r\n", ReadOptions.DEFAULT);
    assertEquals(List.of("a", "a_2", "column_3", "x"), t.featureNames());
    assertRows(t.features(), row(1, 2, 3, 4), row(5, 6, 7, 8));
    assertTrue(t.report().notes().toString().contains("called a_2"));
    assertTrue(t.report().notes().toString().contains("1 blank line"));
  }

  @Test
  void trailingSeparatorsOfRowsAreHarmless() {
    assertRows(read("a,b\n1,2,\n3,4,\n", ReadOptions.DEFAULT).features(), row(1, 2), row(3, 4));
  }

  @Test
  void inOneColumnABlankLineIsAMissingValue() {
    Table t = read("a\n1\n\n3\n\n\n", ReadOptions.DEFAULT);
    assertRows(t.features(), row(1), row(NaN), row(3));
  }

  @Test
  void kindsTakeEveryRowIntoAccount() {
    StringBuilder text = new StringBuilder("a,b,d\n");
    for (int i = 0; i < 3000; i++) {
      text.append(i).append(i == 2500 ? ",late," : i % 2 == 0 ? ",x," : ",y,");
      text.append(i == 2000 ? "03/25/2004\n" : "03/04/2004\n");
    }
    Table t = read(text.toString(), ReadOptions.DEFAULT);
    assertEquals(List.of("a", "b=late", "b=x", "b=y", "d"), t.featureNames());
    assertEquals("month/day/year", t.schema().columns().get(2).format());
    assertRefused(
        () -> read(text.toString().replace("\n2999,", "\nabc,"), ReadOptions.DEFAULT),
        "line 3001, column \"a\": must be a number, got \"abc\"");
  }

  private static String early(String often, String last) {
    return "a,b\n" + (often + ",1\n" + often + ",2\n").repeat(100) + last + ",3\n";
  }

  private ReadReport.ReadColumn first(String text, ReadOptions options) {
    return read(text, options).report().columns().get(0);
  }

  @Test
  void aLateCellOfAnotherSpellingCountsAsAnEarlyOneWould() {
    for (String late : List.of("1", "Yes", "NO")) {
      String text = early("no", late);
      String turned = "a,b\n" + late + ",3\n" + text.substring(4);
      assertEquals(
          first(turned, ReadOptions.DEFAULT).column(), first(text, ReadOptions.DEFAULT).column());
    }
  }

  @Test
  void notesTakeLateRowsIntoAccount() {
    assertEquals(null, first(early("", "7"), ReadOptions.DEFAULT).note());
    assertEquals("no known value", first(early("", ""), ReadOptions.DEFAULT).note());
    assertEquals(
        "day/month/year, as days since 1970-01-01",
        first(early("03/04/2004", "25/03/2004"), ReadOptions.DEFAULT).note());
  }

  @Test
  void numbersAfterTextOfTooManyLevelsAreNotExcluded() {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 600; i++) {
      text.append(i < 200 ? "t" + i % 60 : "" + i).append(",1\n");
    }
    ReadOptions few = ReadOptions.builder().maxLevels(50).build();
    assertRefused(() -> read(text.toString(), few), "line 2, column \"a\": must be a number");
  }

  @Test
  void weightsAreReadBesides() {
    Table t = read("a,w,y\n1,0.5,2\n3,2,4\n", target("y").toBuilder().weight("w").build());
    assertArrayEquals(row(0.5, 2), t.weights());
    assertEquals(List.of("a"), t.featureNames());
  }

  @Test
  void aStarAnywhereInANameStandsForAnyLetters() {
    String text = "a_raw,b_raw,x.mean,xymean,c*d,y\n1,2,3,4,5,6\n";
    assertEquals(List.of("x.mean", "xymean", "c*d"), read(text, ignoring("*_raw")).featureNames());
    assertEquals(
        List.of("a_raw", "b_raw", "xymean"), read(text, ignoring("x.*n", "c*d")).featureNames());
    assertEquals(List.of("a_raw", "b_raw", "c*d"), read(text, ignoring("*m**n*")).featureNames());
    assertRefused(() -> read(text, ignoring("*w_*")), "--ignore", "*w_*");
  }

  private static ReadOptions ignoring(String... names) {
    return ReadOptions.builder().target("y").ignore(List.of(names)).build();
  }

  @Test
  void manyIgnoredColumnsAreNotCalledComplete() {
    StringBuilder names = new StringBuilder("y");
    StringBuilder cells = new StringBuilder("1");
    for (int k = 0; k < 30; k++) {
      names.append(",skip").append(k);
      cells.append(',');
    }
    Table t =
        read(
            names + ",a\n" + cells + ",2\n",
            ReadOptions.builder().target("y").ignore(List.of("skip*")).build());
    String line =
        t.report().text(20).stream().filter(l -> l.contains("skip0")).findFirst().orElseThrow();
    assertTrue(line.contains("ignored") && !line.contains("%"), line);
  }

  @Test
  void manyTargetsByTheStartOfTheirNames() {
    Table t = read("t1,a,t2\n1,2,3\n", target("t*"));
    assertEquals(List.of("t1", "t2"), t.targetNames());
    assertRows(t.labels(), row(1, 3));
  }

  @Test
  void aSchemaIsEqualAfterConversionToMaps() {
    Table t = read("a,b,c,d,y\n1,x,yes,2004-03-10,1\n2,z,no,2004-03-11,2\n3,z,no,,\n", target("y"));
    assertEquals(t.schema(), Schema.fromMap(t.schema().toMap()));
  }

  @Test
  void theReportHasKindsFractionsAndTokens() {
    Table t = read("a,b,y\n1,u,3\nNA,v,4\n3,u,\n4,u,5\n", target("y"));
    String all = String.join("\n", t.report().text(10));
    assertTrue(all.contains("4 rows, 3 columns (CSV, separator comma, header)"), all);
    assertTrue(all.contains("NA ×1"), all);
    assertTrue(all.contains("target, numeric"), all);
    assertTrue(all.contains("categorical (2)"), all);
    assertTrue(t.report().text(1).size() <= 5, all);
  }

  /** fastcsv wraps exceptions; an OutOfMemoryError must not be reported as invalid input. */
  @Test
  void anErrorOfJavaIsPassedOnAsItIs() throws Exception {
    try (Source source = Source.of(write("a.csv", "a,b\n1,2\n").toString());
        RecordReader reader = Formats.open(source, ReadOptions.DEFAULT, null)) {
      OutOfMemoryError error = new OutOfMemoryError("no room");
      RecordReader.CellSink full =
          (column, buffer, from, length) -> {
            throw error;
          };
      assertSame(error, assertThrows(OutOfMemoryError.class, () -> reader.next(full)));
    }
  }
}
