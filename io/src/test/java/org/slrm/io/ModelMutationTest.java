package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.StreamConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.DictionaryConfig;
import org.slrm.paper.MousseConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SirConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.paper.TaskDrivenConfig;

/** Mutated models in valid archives are rejected or predict finite numbers. */
class ModelMutationTest {
  private static final int MUTANTS = Integer.getInteger("slrm.mutants", 120);
  private static final long SEED = Long.getLong("slrm.seed", 13);
  private static final Path FROZEN = Path.of("../cli/src/test/resources/frozen");
  private static final Simulation.Sample SAMPLE =
      Simulation.builder()
          .rows(90)
          .features(6)
          .rank(2)
          .nonzeros(2)
          .noise(0.3)
          .keep(0.8)
          .build()
          .train();

  static Stream<ModelFile> models() throws IOException {
    List<ModelFile> out = new ArrayList<>();
    if (Files.isDirectory(FROZEN)) {
      try (Stream<Path> files = Files.list(FROZEN)) {
        files
            .filter(f -> f.toString().endsWith(".slrm"))
            .sorted()
            .forEach(f -> out.add(ModelFile.read(f)));
      }
    }
    out.add(file(AutoConfig.defaults().withIndicators(AutoConfig.Indicators.ON)));
    methods().forEach(config -> out.add(file(config)));
    return out.stream();
  }

  private static ModelFile file(MethodConfig config) {
    SlrmModel model =
        Slrm.with(config).threads(1).fit(SAMPLE.x(), IncompleteMatrix.ofColumn(SAMPLE.y()));
    List<String> names = IntStream.range(0, 7).mapToObj(j -> "c" + j).toList();
    return ModelFile.of(
        model,
        Schema.numeric(names, List.of("c6")),
        ReadOptions.DEFAULT,
        ModelFile.Provenance.ofSeed(1));
  }

  private static ModelFile changed(ModelFile file, Mutations mutations) {
    return new ModelFile(
        file.kind(), mutations.of(file.state()), file.schema(), file.reading(), file.provenance());
  }

  @ParameterizedTest
  @MethodSource("models")
  void acceptedModelsGiveFinitePredictions(ModelFile file) {
    Mutations mutations = new Mutations(new Random(SEED));
    List<IncompleteRow> rows = rows(file.model());
    int accepted = 0;
    for (int k = 0; k < MUTANTS; k++) {
      SlrmModel model;
      try {
        model = changed(file, mutations).model();
      } catch (InputException refused) {
        continue;
      }
      accepted++;
      if (model.features() == rows.get(0).length()) {
        answers(model, rows, "mutant " + k + " of seed " + SEED);
      }
    }
    assertTrue(accepted > 0, "some changes are harmless");
  }

  /** Rows with no, single, some and all features, several standard deviations from the mean. */
  private static List<IncompleteRow> rows(SlrmModel model) {
    Random random = new Random(SEED);
    List<IncompleteRow> out = new ArrayList<>();
    for (double share : new double[] {0, 0.2, 0.5, 0.8, 1}) {
      double[] row = new double[model.features()];
      for (int j = 0; j < row.length; j++) {
        double z = random.nextGaussian() * 3;
        boolean known = random.nextDouble() < share;
        row[j] = known ? model.scaling().unscaled(j, z) : Double.NaN;
      }
      out.add(IncompleteRow.ofNaN(row));
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("models")
  void valuesOfAnySizeGiveFinitePredictions(ModelFile file) {
    for (SlrmModel model : List.of(file.model(), file.model().extrapolating())) {
      for (double value : new double[] {1e8, 1e20, 9.96921e36, 3.4e38, 1e154, 1e200, 1e300}) {
        answers(
            model, extreme(model, value), value + " to " + file.state().values().get("members"));
        answers(model, extreme(model, -Double.MAX_VALUE), "the smallest number");
      }
    }
  }

  /**
   * Rows with one, every second or all features at the value; others are at the mean or missing.
   */
  private static List<IncompleteRow> extreme(SlrmModel model, double value) {
    double[] one = new double[model.features()];
    double[] some = one.clone();
    double[] all = one.clone();
    for (int j = 0; j < one.length; j++) {
      one[j] = j == 0 ? value : model.scaling().center(j);
      some[j] = j % 2 == 0 ? value : Double.NaN;
      all[j] = j % 3 == 0 ? -value : value;
    }
    return Stream.of(one, some, all).map(IncompleteRow::ofNaN).toList();
  }

  private static void answers(SlrmModel model, List<IncompleteRow> rows, String which) {
    for (IncompleteRow row : rows) {
      for (int t = 0; t < model.targets(); t++) {
        var p = model.predict(row, t);
        if (p.levels() == 0) {
          finite(which, p.mean(), p.standardError(), p.median());
          finite(which, p.interval(0.9).low(), p.interval(0.9).high());
          finite(which, p.quantile(0.001), p.quantile(0.999));
        } else {
          double[] shares = IntStream.range(0, p.levels()).mapToDouble(p::probability).toArray();
          finite(which, shares);
          assertEquals(1, Arrays.stream(shares).sum(), 1e-9, which);
        }
        var e = model.explain(row, t);
        finite(which, e.mean(), e.intercept(), e.missingness());
        finite(which, e.contribution());
        finite(
            which,
            model.suggestMeasurements(row, 3, t).stream()
                .mapToDouble(SlrmModel.Suggestion::varianceReduction)
                .toArray());
        finite(which, model.featureCoefficients(t));
      }
      var c = model.impute(row);
      finite(which, c.value());
      finite(which, c.standardError());
    }
  }

  private static void finite(String which, double... values) {
    for (double v : values) {
      assertTrue(Double.isFinite(v), () -> which + " answers " + v);
    }
  }

  static Stream<MethodConfig> methods() {
    return Stream.of(
        AutoConfig.defaults(),
        LikelihoodConfig.defaults().withRank(2),
        KernelConfig.defaults().withRank(2),
        SlrmConfig.defaults(),
        MeanElasticNetConfig.defaults(),
        CorrectedLassoConfig.defaults(),
        MpcrConfig.defaults(),
        PcrConfig.defaults(),
        MousseConfig.defaults().withRank(1).withLeaves(2),
        MixtureConfig.defaults().withComponents(2).withRank(2),
        PlsConfig.defaults(),
        SirConfig.defaults().withRank(2).withEstimator(SirConfig.Estimator.SIR).withDirections(1),
        SmpcrConfig.defaults(),
        DictionaryConfig.defaults().withAtoms(3).withL1(0.1),
        TaskDrivenConfig.defaults()
            .withStart(DictionaryConfig.defaults().withAtoms(3).withL1(0.1))
            .withStepSize(0.003),
        TreesConfig.defaults());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void modelsOfAnyUnitAreAccepted(MethodConfig config) {
    for (double unit : new double[] {1e-200, 1e-100, 1e25, 1e200}) {
      IncompleteMatrix x = SAMPLE.x().map((j, v) -> j == 5 ? 3 * unit : unit * v);
      SlrmModel model = Slrm.with(config).threads(1).fit(x, IncompleteMatrix.ofColumn(SAMPLE.y()));
      assertEquals(
          model.predict(x.row(0)).mean(), SlrmModel.of(model.state()).predict(x.row(0)).mean());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aStreamContinuesFromAcceptedStates(int components) {
    StreamConfig config =
        StreamConfig.ofRank(2).withComponents(components).withBatch(10).withWarmUp(30);
    SlrmStream first = Slrm.stream(config, 6);
    for (int i = 0; i < 65; i++) {
      first.update(SAMPLE.x().row(i), SAMPLE.y(i));
    }
    ModelFile file =
        new ModelFile(
            ModelFile.STREAM,
            first.state(),
            Schema.numeric(List.of("a", "b", "c", "d", "e", "f", "y"), List.of("y")),
            ReadOptions.DEFAULT,
            ModelFile.Provenance.ofSeed(1));
    Mutations mutations = new Mutations(new Random(SEED));
    for (int k = 0; k < 4 * MUTANTS; k++) {
      ModelFile mutant = changed(file, mutations);
      SlrmStream stream;
      try {
        stream = mutant.stream();
      } catch (InputException refused) {
        continue;
      }
      String which = "stream " + k + " of seed " + SEED + difference(file, mutant);
      for (int i = 65; i < 90 && stream.features() == 6 && stream.targets() == 1; i++) {
        var p = stream.predict(SAMPLE.x().row(i));
        finite(which, p.mean(), p.standardError());
        int row = i;
        assertDoesNotThrow(() -> stream.update(SAMPLE.x().row(row), SAMPLE.y(row)), which);
      }
    }
  }

  /** Description of the mutation, for messages. */
  private static String difference(ModelFile before, ModelFile after) {
    StringBuilder out = new StringBuilder();
    before
        .state()
        .arrays()
        .forEach(
            (name, array) -> {
              double[] now = after.state().arrays().get(name).data();
              int at = Arrays.mismatch(array.data(), now);
              out.append(at < 0 ? "" : ", " + name + "[" + at + "] = " + now[at]);
            });
    boolean same = before.state().values().equals(after.state().values());
    return out + (same ? "" : ", " + after.state().values());
  }
}
