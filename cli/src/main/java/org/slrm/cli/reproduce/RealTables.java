package org.slrm.cli.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LabelKind;
import org.slrm.paper.Simulation;

/** Reads the real data sets and prepares them as in the paper's appendix. */
final class RealTables {
  private static final double PRICE_UNIT = 1000;
  private static final double DAYS_UNIT = 180;

  private RealTables() {}

  /** Genes, standardised by their source. */
  static Simulation.Sample leukemia(Path file) {
    ReadOptions options = numbers().target("label").ignore("sample", "split", "class").build();
    return column(Tables.read(file, options), 0);
  }

  /** Genes, standardised by their source. */
  static Simulation.Sample colon(Path file) {
    return column(Tables.read(file, numbers().build()), 0);
  }

  /** The paper treats ±1 as numbers. */
  private static ReadOptions.Builder numbers() {
    return ReadOptions.builder().labels(List.of(ReadOptions.Label.of(LabelKind.NUMERIC)));
  }

  /** The rows of both parts, without duplicates. */
  static Simulation.Sample slices(Path first, Path second) {
    ReadOptions options = ReadOptions.builder().target("reference").ignore("patientId").build();
    Set<List<Double>> seen = new HashSet<>();
    List<double[]> rows = new ArrayList<>();
    List<Double> labels = new ArrayList<>();
    for (Path file : List.of(first, second)) {
      Table t = Tables.read(file, options);
      double[][] x = t.features().toNaN();
      for (int i = 0; i < x.length; i++) {
        if (seen.add(Arrays.stream(x[i]).boxed().toList())) {
          rows.add(x[i]);
          labels.add(t.labels().valueAt(i, 0));
        }
      }
    }
    return sample(rows.toArray(double[][]::new), labels);
  }

  /** Prices in thousands, days in half years, the weekday as seven indicators. */
  static Simulation.Sample airline(Path file, int target) {
    Table t = Tables.read(file, ReadOptions.builder().target("LBL*").build());
    List<String> names = t.featureNames();
    double[][] x = t.features().toNaN();
    double[][] out = new double[x.length][];
    List<Double> labels = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      out[i] = prepared(names, x[i]);
      labels.add(t.labels().valueAt(i, target) / PRICE_UNIT);
    }
    return sample(out, labels);
  }

  private static double[] prepared(List<String> names, double[] row) {
    int weekday = names.indexOf("fetchdow");
    double[] out = new double[row.length + 6];
    int at = 0;
    for (int j = 0; j < row.length; j++) {
      switch (names.get(j)) {
        case "departwb", "fetchdays", "dtd" -> out[at++] = row[j] / DAYS_UNIT;
        case "departdaytype" -> out[at++] = row[j];
        case "fetchdow" -> {
          for (int day = 1; day <= 7; day++) {
            out[at++] = row[weekday] == day ? 1 : 0;
          }
        }
        // Prices and numbers of quotes, current and lagged.
        default -> out[at++] = row[j] / PRICE_UNIT;
      }
    }
    return out;
  }

  private static Simulation.Sample column(Table t, int target) {
    List<Double> labels = new ArrayList<>();
    for (int i = 0; i < t.rows(); i++) {
      labels.add(t.labels().valueAt(i, target));
    }
    return sample(t.features().toNaN(), labels);
  }

  private static Simulation.Sample sample(double[][] x, List<Double> labels) {
    double[] y = labels.stream().mapToDouble(Double::doubleValue).toArray();
    return new Simulation.Sample(IncompleteMatrix.ofNaN(x), y);
  }
}
