package org.slrm.io.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.method.AutoConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;

/** The part of the method contract that requires files: a loaded model equals the saved model. */
class MethodFilesTest {
  private static final Simulation SIMULATION =
      Simulation.builder().rows(60).features(4).rank(2).nonzeros(2).keep(0.8).noise(0.2).build();

  @TempDir Path folder;

  /** The defaults of every method, and settings for the remaining kinds of members. */
  static Stream<MethodConfig> methods() {
    return Stream.concat(
        MethodSpec.all().stream().map(m -> m.configure(Map.of())),
        Stream.of(AutoConfig.defaults().withIndicators(AutoConfig.Indicators.ON)));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aModelReadFromItsFileIsTheOneThatWasWritten(MethodConfig config) throws IOException {
    Simulation.Sample rows = SIMULATION.train();
    SlrmModel fitted = Slrm.with(config).folds(2).threads(1).fit(rows.x(), rows.y());
    Path file = folder.resolve("m.slrm");
    Schema schema = Schema.numeric(List.of("a", "b", "c", "d", "y"), List.of("y"));
    ModelFile.of(fitted, schema, ReadOptions.DEFAULT, ModelFile.Provenance.ofSeed(1)).write(file);
    ModelFile read = ModelFile.read(file);
    assertSameState(fitted.state(), read.model().state());
    IncompleteMatrix x = SIMULATION.test(20).x();
    assertArrayEquals(fitted.predict(x, 0.9, 1).upper(), read.model().predict(x, 0.9, 1).upper());
  }

  /** Arrays sorted by name, as in a file. */
  private static void assertSameState(ModelState expected, ModelState actual) {
    assertEquals(expected.values().toString(), actual.values().toString());
    assertEquals(expected.arrays().keySet(), actual.arrays().keySet());
    expected
        .arrays()
        .forEach(
            (name, array) -> {
              assertArrayEquals(array.shape(), actual.arrays().get(name).shape(), name);
              assertArrayEquals(array.data(), actual.arrays().get(name).data(), name);
            });
  }
}
