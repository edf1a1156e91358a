package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;

class NewFilesTest extends InFolder {
  private Schema schema() {
    String text = "a,c,b,y\n1,red,2,3\n4,blue,5,6\n7,red,8,9\n";
    return read(text, target("y")).schema();
  }

  private Table readNew(String text, boolean strict) {
    String file = write("new.csv", text).toString();
    return Tables.read(file, ReadOptions.builder().strict(strict).build(), schema());
  }

  @Test
  void columnsAreFoundByNameInAnyOrder() {
    Table t = readNew("y,b,c,a\n9,8,red,7\n6,5,blue,\n", true);
    assertEquals(List.of("a", "c=blue", "c=red", "b"), t.featureNames());
    assertRows(t.features(), row(7, 0, 1, 8), row(NaN, 1, 0, 5));
    assertRows(t.labels(), row(9), row(6));
  }

  @Test
  void extraAndAbsentColumnsAreReported() {
    Table t = readNew("b,more,a\n2,text,1\n", false);
    assertRows(t.features(), row(1, NaN, NaN, 2));
    assertRows(t.labels(), row(NaN));
    assertEquals(List.of("c"), t.report().differences().absent());
    assertEquals(List.of("more"), t.report().differences().extra());
    assertRefused(() -> readNew("b,c,more,a\n2,red,x,1\n", true), "not in the model", "more");
    assertRefused(() -> readNew("b,a\n2,1\n", true), "absent", "c");
    assertRefused(() -> readNew("u,v\n2,1\n", false), "has none of its 3", "u, v");
  }

  @Test
  void anUnseenLevelIsMissingAndCounted() {
    Table t = readNew("a,b,c\n1,2,green\n3,4,red\n5,6,green\n", false);
    assertRows(t.features(), row(1, NaN, NaN, 2), row(3, 0, 1, 4), row(5, NaN, NaN, 6));
    assertEquals(Map.of("green", 2L), t.report().columns().get(1).unseen());
    assertTrue(String.join("\n", t.report().text(9)).contains("green ×2"));
    assertRefused(() -> readNew("a,b,c\n1,2,green\n", true), "line 2", "\"c\"", "green");
  }

  @Test
  void anUnseenLevelHasTheFractionsOfTheLevelsWhereTheyAreKnown() {
    double[] mean = {3, 0.25, 0.75, 4};
    Schema known = schema().withFractions(j -> mean[j]);
    String file = write("n.csv", "a,b,c\n1,2,green\n3,4,red\n5,6,\n").toString();
    Table t = Tables.read(file, ReadOptions.DEFAULT, Schema.fromMap(known.toMap()));
    assertRows(t.features(), row(1, 0.25, 0.75, 2), row(3, 0, 1, 4), row(5, NaN, NaN, 6));
    assertEquals(Map.of("green", 1L), t.report().columns().get(1).unseen());
    assertEquals(1, t.report().columns().get(1).missing());
    assertEquals(schema(), schema().withFractions(j -> 0));
  }

  @Test
  void raggedRowsAreAcceptedUnlessStrict() {
    Table t = readNew("a,c,b\n1,red\n2,blue,3,4\n", false);
    assertRows(t.features(), row(1, 0, 1, NaN), row(2, 1, 0, 3));
    assertTrue(t.report().notes().toString().contains("1 row too short"));
    assertTrue(t.report().notes().toString().contains("1 row too long"));
    assertRefused(() -> readNew("a,c,b\n1,red\n", true), "line 2", "3 fields", "got 2");
  }

  @Test
  void textForANumberIsRejectedAlsoInNewFiles() {
    assertRefused(
        () -> readNew("a,c,b\n1,red,2\nx,red,2\n", false), "line 3, column \"a\"", "\"x\"");
  }

  @Test
  void batchesKeepOrderAndCountRows() {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 25; i++) {
      text.append(i).append(",1\n");
    }
    String file = write("new.csv", text.toString()).toString();
    ReadOptions tens = ReadOptions.builder().batchRows(10).build();
    try (RowSource rows = Tables.open(file, tens, schema())) {
      assertEquals(List.of(), rows.labelled());
      for (int first = 0; first < 25; first += 10) {
        RowBatch batch = rows.next();
        assertEquals(first, batch.firstRow());
        assertEquals(Math.min(10, 25 - first), batch.rows());
        assertEquals(first, batch.features().valueAt(0, 0));
      }
      assertNull(rows.next());
      assertEquals(25, rows.report().rows());
    }
  }

  @Test
  void standardInputIsReadTwiceWhenFittingAndOnceWhenPredicting() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(gzip("a,c,b,y\n1,red,2,3\n4,blue,5,6\n7,red,8,9\n")));
      Table t = Tables.read("-", target("y"));
      assertEquals(schema(), t.schema());
      System.setIn(new ByteArrayInputStream("b,a\n1,2\n".getBytes(StandardCharsets.UTF_8)));
      assertRows(Tables.read("-", ReadOptions.DEFAULT, t.schema()).features(), row(2, NaN, NaN, 1));
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aRowIsHandedOutAsSoonAsItsLineIsComplete() throws IOException {
    InputStream before = System.in;
    try (PipedOutputStream out = new PipedOutputStream()) {
      System.setIn(new PipedInputStream(out));
      out.write("a,b,y\n".getBytes(StandardCharsets.UTF_8));
      ReadOptions one = target("y").toBuilder().batchRows(1).build();
      RowSource rows = Tables.openNumeric("-", one);
      out.write("1,2,3\n".getBytes(StandardCharsets.UTF_8));
      assertRows(rows.next().features(), row(1, 2));
      out.write("4,,6\n".getBytes(StandardCharsets.UTF_8));
      RowBatch second = rows.next();
      assertRows(second.features(), row(4, NaN));
      assertRows(second.labels(), row(6));
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aHeaderlessFileFitsAModelOfAHeaderlessFile() {
    Schema numbered = read("1,x,3\n4,z,6\n5,z,6\n", target("V3")).schema();
    String file = write("new.csv", "7,z,1\n8,x,2\n").toString();
    Table t = Tables.read(file, ReadOptions.DEFAULT, numbered);
    assertRows(t.features(), row(7, 0, 1), row(8, 1, 0));
  }
}
