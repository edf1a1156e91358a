package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.slrm.io.InFolder;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.paper.Simulation;

/** Tables without leaks and codes for missing values give no warnings. */
class CleanTablesTest extends InFolder {
  private static final Map<String, Simulation.Builder> SIMULATED = new LinkedHashMap<>();

  static {
    SIMULATED.put("the paper's set-up", builder(1));
    SIMULATED.put("half the entries", builder(2).keep(0.5));
    SIMULATED.put("noise", builder(3).noise(1));
    SIMULATED.put("one direction, hardly any noise", builder(4).rank(1).nonzeros(1).noise(0.001));
    SIMULATED.put("two directions, no noise", builder(5).rank(2).nonzeros(2).noise(0));
    SIMULATED.put("two directions, no noise, holes", builder(6).rank(2).nonzeros(2).keep(0.5));
    SIMULATED.put("three directions", builder(7).rank(3).nonzeros(3).noise(0.01).keep(0.7));
  }

  private static Simulation.Builder builder(long seed) {
    return Simulation.builder().rows(400).features(40).rank(5).nonzeros(5).seed(seed);
  }

  private static final Map<String, Consumer<Trap>> BY_HAND =
      Map.of(
          "skewed features and target",
          t ->
              t.number("z", i -> Math.exp(2 * t.normal()))
                  .target(i -> Double.toString(Math.exp(t.y[i] / 4))),
          "heavy tails",
          t -> {
            double[] z = new double[Trap.ROWS];
            Arrays.setAll(z, i -> t.normal() / t.normal());
            t.number("z", i -> z[i]).target(i -> Double.toString(z[i] + t.normal()));
          },
          "counts",
          t ->
              t.with("z", i -> Integer.toString((int) Math.exp(t.normal() + 2)))
                  .with("percent", i -> Integer.toString(Math.min(99, t.below(130))))
                  .with("price", i -> t.below(3) == 0 ? "99" : Integer.toString(90 + t.below(9))),
          "sorted rows",
          t -> Arrays.sort(t.y),
          "rows in the order of time",
          t ->
              t.with("minute", i -> Integer.toString(i))
                  .target(i -> Double.toString(t.y[i] + i / 20.0)),
          "few prices",
          t -> t.with("z", i -> Integer.toString(List.of(10, 20, 50, 99).get(t.below(4)))),
          "classes that can nearly be told apart",
          t -> t.target(i -> t.x[i][0] + 0.3 * t.normal() > 0 ? "yes" : "no"));

  private static final Map<String, String> REAL =
      Map.ofEntries(
          Map.entry("air_quality/AirQualityUCI.csv.gz", "CO(GT)"),
          Map.entry("ames/AmesHousing.tsv.gz", "SalePrice"),
          Map.entry("autos/imports-85.data", "V26"),
          Map.entry("atp/atp1d.arff", "LBL*"),
          Map.entry("atp/atp7d.arff", "LBL*"),
          Map.entry("ct_slice/slice_localization_first682.csv.gz", "reference"),
          Map.entry("ct_slice/slice_localization_sample78.csv.gz", "reference"),
          Map.entry("leukemia/leu.libsvm.gz", ""),
          Map.entry("colon/colon-cancer.libsvm.gz", ""),
          Map.entry("beijing_air/PRSA_Data_Dingling_20130301-20170228.csv.gz", "PM2.5"),
          Map.entry("mulan_extra/oes10.arff", "*"));

  @TestFactory
  Stream<DynamicTest> simulatedTablesRaiseNoFalseAlarm() {
    return SIMULATED.entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> quiet(simulated(e.getValue()))));
  }

  @TestFactory
  Stream<DynamicTest> tablesByHandRaiseNoFalseAlarm() {
    return BY_HAND.entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> quiet(byHand(e.getValue()))));
  }

  @TestFactory
  Stream<DynamicTest> realTablesRaiseNoFalseAlarm() {
    return REAL.entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> real(e.getKey(), e.getValue())));
  }

  private static void quiet(List<DataWarning> warnings) {
    List<DataWarning> alarms =
        warnings.stream()
            .filter(w -> w.code().equals("leak") || w.code().equals("code-like-missing"))
            .toList();
    assertEquals(List.of(), alarms);
  }

  private List<DataWarning> simulated(Simulation.Builder builder) {
    Simulation.Sample s = builder.build().train();
    StringBuilder out = new StringBuilder();
    for (int j = 0; j < s.x().columns(); j++) {
      out.append('x').append(j).append(',');
    }
    out.append("y\n");
    for (int i = 0; i < s.x().rows(); i++) {
      for (int j = 0; j < s.x().columns(); j++) {
        double v = s.x().valueAt(i, j);
        out.append(Double.isNaN(v) ? "" : Double.toString(v)).append(',');
      }
      out.append(s.y(i)).append('\n');
    }
    return TableChecks.of(read(out.toString(), target("y")), target("y")).warnings();
  }

  private List<DataWarning> byHand(Consumer<Trap> made) {
    Trap t = new Trap(11);
    made.accept(t);
    return TableChecks.of(read(t.csv(), target("y")), target("y")).warnings();
  }

  private void real(String name, String target) {
    String given = System.getProperty("SLRM_DATA", System.getenv("SLRM_DATA"));
    Path file = (given == null ? Path.of("../../shared/data") : Path.of(given)).resolve(name);
    assumeTrue(Files.exists(file), "no " + name + ": set SLRM_DATA to the data folder");
    ReadOptions.Builder options = ReadOptions.builder().na("NA", "?", "-200");
    ReadOptions all = options.targets(target.isEmpty() ? List.of() : List.of(target)).build();
    Table table = Tables.read(file, all);
    quiet(TableChecks.of(table, all).warnings());
  }
}
