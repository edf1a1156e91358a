package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;

/** Public data sets with their published counts; skipped if the data are absent. */
class RealDataTest {
  private static Path data(String name) {
    String given = System.getProperty("SLRM_DATA", System.getenv("SLRM_DATA"));
    Path folder = given == null ? Path.of("../../shared/data") : Path.of(given);
    Path file = folder.resolve(name);
    assumeTrue(Files.exists(file), "no " + name + ": set SLRM_DATA to the data folder");
    return file;
  }

  private static Schema.Column column(Table t, String name) {
    return t.schema().columns().get(t.schema().indexOf(name));
  }

  private static ReadReport.ReadColumn report(Table t, String name) {
    return t.report().columns().get(t.schema().indexOf(name));
  }

  private static long missing(Table t, String... names) {
    return List.of(names).stream().mapToLong(n -> report(t, n).missing()).sum();
  }

  @Test
  void amesTakesNaAsALevelAndOnlyEmptyAsMissing() {
    Table t =
        Tables.read(
            data("ames/AmesHousing.tsv.gz"),
            ReadOptions.builder().target("SalePrice").ignore("Order", "PID").na().build());
    assertEquals(2930, t.rows());
    assertEquals(82, t.schema().columns().size());
    assertTrue(column(t, "Alley").levels().contains("NA"));
    assertEquals(490, missing(t, "Lot Frontage"));
    assertEquals(
        719, t.report().columns().stream().mapToLong(ReadReport.ReadColumn::missing).sum());
    assertEquals(Schema.Kind.BOOLEAN, column(t, "Central Air").kind());
    assertEquals(180796.06, t.labels().statistics().mean()[0], 0.005);
  }

  @Test
  void automobileHasNoHeaderAndQuestionMarks() {
    Table t =
        Tables.read(data("autos/imports-85.data"), ReadOptions.builder().target("V26").build());
    assertEquals(205, t.rows());
    assertEquals(41, missing(t, "V2"));
    assertEquals(Map.of("?", 41L), report(t, "V2").tokens());
    assertEquals(4, missing(t, "V26"));
    assertEquals(59, t.report().columns().stream().mapToLong(ReadReport.ReadColumn::missing).sum());
    assertEquals(
        10, t.schema().columns().stream().filter(c -> c.kind() == Schema.Kind.CATEGORICAL).count());
  }

  @Test
  void airQualityHasDatesTrailingColumnsAndMinus200() {
    Table t =
        Tables.read(
            data("air_quality/AirQualityUCI.csv.gz"),
            ReadOptions.builder().target("C6H6(GT)").na("-200").build());
    assertEquals(9357, t.rows());
    assertEquals(1683, missing(t, "CO(GT)"));
    assertEquals(8443, missing(t, "NMHC(GT)"));
    assertEquals(1639, missing(t, "NOx(GT)"));
    assertEquals(1642, missing(t, "NO2(GT)"));
    assertEquals(366, missing(t, "T"));
    assertEquals(Schema.Kind.DATE, column(t, "Date").kind());
    assertEquals(Schema.Kind.TIME, column(t, "Time").kind());
    assertEquals(Schema.Kind.IGNORED, column(t, "column_17").kind());
    assertEquals(12487, t.features().valueAt(0, 0));
    assertEquals(18, t.features().valueAt(0, 1));
    assertEquals(14, t.features().columns());
  }

  @Test
  void beijingStationsHaveStringsAndNa() throws IOException {
    long pm25 = 0;
    long wind = 0;
    int stations = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(data("beijing_air"))) {
      for (Path file : files) {
        Table t = Tables.read(file, ReadOptions.builder().target("PM2.5").build());
        assertEquals(35064, t.rows());
        assertEquals(16, column(t, "wd").levels().size());
        pm25 += missing(t, "PM2.5");
        wind += missing(t, "wd");
        stations++;
      }
    }
    assertEquals(12, stations);
    assertEquals(8739, pm25);
    assertEquals(1822, wind);
  }

  @Test
  void wideGeneTablesAreComplete() {
    Table t =
        Tables.read(
            data("leukemia/leukemia_raw.csv.gz"),
            ReadOptions.builder().target("label").ignore("sample", "split", "class").build());
    assertEquals(72, t.rows());
    assertEquals(7129, t.features().columns());
    assertEquals(72 * 7129, t.features().known());
    assertEquals(71369, t.features().statistics().max()[argMax(t)]);
  }

  @Test
  void airlinePricesHaveNestedQuotesAndSixTargets() {
    for (String name : List.of("atp1d", "atp7d")) {
      ReadOptions options = ReadOptions.builder().target("LBL*").build();
      Table t = Tables.read(data("atp/" + name + ".arff"), options);
      assertEquals(name.equals("atp1d") ? 337 : 296, t.rows());
      assertEquals(411, t.features().columns());
      assertEquals(6, t.labels().columns());
      assertEquals(411 * t.rows(), t.features().known());
      assertEquals("departwb", t.featureNames().get(0));
      assertEquals(name.equals("atp1d") ? 322.1 : 277.5, t.labels().statistics().mean()[0], 0.05);
      assertEquals(41, t.features().statistics().constant().size());
    }
  }

  @Test
  void libsvmAndCsvOfOneSampleAgree() {
    Table svm = Tables.read(data("leukemia/leu.libsvm.gz"), ReadOptions.DEFAULT);
    assertEquals(38, svm.rows());
    assertEquals(7129, svm.features().columns());
    Table csv =
        Tables.read(
            data("leukemia/leukemia_standardized.csv.gz"),
            ReadOptions.builder().target("label").ignore("sample", "split", "class").build());
    for (int i = 0; i < 38; i++) {
      assertEquals(csv.labels().valueAt(i, 0), svm.labels().valueAt(i, 0));
      for (int j = 0; j < 7129; j += 97) {
        assertEquals(csv.features().valueAt(i, j), svm.features().valueAt(i, j), 1e-5);
      }
    }
    Table colon = Tables.read(data("colon/colon-cancer.libsvm.gz"), ReadOptions.DEFAULT);
    assertEquals(62, colon.rows());
    assertEquals(62 * 2000, colon.features().known());
  }

  private static int argMax(Table t) {
    double[] max = t.features().statistics().max();
    int best = 0;
    for (int j = 0; j < max.length; j++) {
      best = max[j] > max[best] ? j : best;
    }
    return best;
  }
}
