package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;

/** Numbers with separators, currency and percent signs are read if a column has a common format. */
class FormattedNumbersTest {
  @TempDir Path folder;

  private static final ReadOptions OPTIONS = ReadOptions.builder().targets(List.of("y")).build();

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("t.csv"), text);
  }

  private Table formatted() throws IOException {
    return Tables.read(
        file(
            "people,price,share,y\n"
                + "\"8,402\",\"$3,380.34\",49%,\"1,000\"\n"
                + "402,$12.50,,20\n"
                + ",$-7,5.5%,\"2,000,000\"\n"),
        OPTIONS);
  }

  @Test
  void aColumnThatAgreesIsNumericAndItsFormatIsNoted() throws IOException {
    Table table = formatted();
    assertEquals(List.of("people", "price", "share"), table.featureNames());
    assertEquals(8402, table.features().valueAt(0, 0));
    assertEquals(402, table.features().valueAt(1, 0));
    assertEquals(3380.34, table.features().valueAt(0, 1));
    assertEquals(-7, table.features().valueAt(2, 1));
    assertEquals(49, table.features().valueAt(0, 2));
    assertTrue(Double.isNaN(table.features().valueAt(1, 2)));
    assertEquals(2e6, table.labels().valueAt(2, 0));
    ReadReport.ReadColumn price = table.report().columns().get(1);
    assertEquals(Schema.Kind.NUMERIC, price.column().kind());
    assertEquals("numbers written like $1,234.5", price.note());
  }

  @Test
  void theSchemaRemembersTheFormatForNewRows() throws IOException {
    Schema schema = Schema.fromMap(formatted().schema().toMap());
    assertEquals("$1,234.5", schema.columns().get(1).format());
    Path rows = file("people,price,share\n\"1,001\",\"$1,000\",7%\n1001,1000,7\n");
    try (RowSource source = Tables.open(rows.toString(), ReadOptions.DEFAULT, schema)) {
      var x = java.util.Objects.requireNonNull(source.next()).features();
      for (int i = 0; i < 2; i++) {
        assertEquals(1001, x.valueAt(i, 0));
        assertEquals(1000, x.valueAt(i, 1));
        assertEquals(7, x.valueAt(i, 2));
      }
    }
    Map<String, Object> wrong =
        Map.of(
            "na",
            List.of(),
            "columns",
            List.of(Map.of("name", "a", "kind", "numeric", "role", "feature", "format", "a1")));
    assertThrows(IllegalArgumentException.class, () -> Schema.fromMap(wrong));
  }

  @Test
  void aColumnThatDisagreesIsNotTakenAsNumbers() throws IOException {
    Table mixed = Tables.read(file("a,b,y\n$1,x,1\n€2,y,2\n$1,x,4\n€2,y,3\n"), OPTIONS);
    assertEquals(Schema.Kind.CATEGORICAL, mixed.schema().columns().get(0).kind());
    for (String column : List.of("\"8,402\"\n8402\n12\n7\n3\n", "\"84,02\"\n1\n2\n3\n4\n")) {
      Path data = file("a\n" + column);
      InputException refused =
          assertThrows(
              InputException.class, () -> Tables.read(data.toString(), ReadOptions.DEFAULT));
      assertTrue(refused.getMessage().contains("must be a number"), refused.getMessage());
    }
  }

  @Test
  void betweenSemicolonsALoneCommaMayBeADecimalComma() throws IOException {
    Path data = file("a;y\n1,234;1\n2,345;2\n3,456;4\n");
    InputException refused =
        assertThrows(InputException.class, () -> Tables.read(data.toString(), OPTIONS));
    assertTrue(refused.getMessage().contains("--decimal-comma"), refused.getMessage());
    Table clear = Tables.read(file("a;y\n1,234.5;1\n2,345;2\n3,456;4\n"), OPTIONS);
    assertEquals(1234.5, clear.features().valueAt(0, 0));
    assertNull(clear.report().columns().get(1).note());
  }

  @Test
  void aFormatThatComesLateIsSeenInTheWholeFile() throws IOException {
    StringBuilder rows = new StringBuilder("a,y\n");
    for (int i = 0; i < 3000; i++) {
      rows.append(i % 900).append(',').append(i).append('\n');
    }
    Table table = Tables.read(file(rows + "\"1,500\",7\n"), OPTIONS);
    assertEquals(1500, table.features().valueAt(3000, 0));
  }
}
