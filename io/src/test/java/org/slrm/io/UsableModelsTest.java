package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.DataException;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.model.UnusableModelException;
import org.slrm.io.source.InputException;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.StreamConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;

/** A written model can be read; otherwise no file is written. */
class UsableModelsTest {
  private static final Simulation.Sample SAMPLE =
      Simulation.builder().rows(90).features(4).rank(2).nonzeros(2).noise(0.3).build().train();

  @TempDir Path folder;

  private static ModelFile checkpoint(SlrmStream stream) {
    return new ModelFile(
        ModelFile.STREAM,
        stream.state(),
        Schema.numeric(List.of("a", "b", "c", "d", "y"), List.of("y")),
        ReadOptions.DEFAULT,
        ModelFile.Provenance.ofSeed(1));
  }

  private static SlrmStream stream() {
    return Slrm.stream(StreamConfig.ofRank(2).withBatch(10).withWarmUp(30), 4);
  }

  private static IncompleteRow with(int i, int fill, double value) {
    double[] row = IntStream.range(0, 4).mapToDouble(j -> SAMPLE.x().valueAt(i, j)).toArray();
    row[0] = i == fill ? value : row[0];
    return IncompleteRow.ofNaN(row);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e20, 9.96921e36, -3.4e38, 1e154, 1e300, Double.MAX_VALUE})
  void aFillValueDoesNotChangeACheckpoint(double value) throws IOException {
    for (int fill : new int[] {5, 62}) {
      SlrmStream stream = stream();
      for (int i = 0; i < 80; i++) {
        stream.update(with(i, fill, value), i == fill && fill > 30 ? value : SAMPLE.y(i));
      }
      Path file = folder.resolve("c" + fill + ".slrm");
      checkpoint(stream).write(file);
      SlrmStream again = ModelFile.read(file).stream();
      double mean = again.predict(SAMPLE.x().row(85)).mean();
      assertEquals(stream.predict(SAMPLE.x().row(85)).mean(), mean);
      assertTrue(fill < 30 || Math.abs(mean - SAMPLE.y(85)) < 3, "later ones change nothing");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-200, 1e200, 1e300})
  void labelsOfUnusableSizeAreRejectedAndTheCheckpointStays(double unit) throws IOException {
    SlrmStream stream = stream();
    DataException refused =
        assertThrows(
            DataException.class,
            () -> {
              for (int i = 0; i < 80; i++) {
                stream.update(SAMPLE.x().row(i), unit * SAMPLE.y(i));
              }
            });
    assertTrue(refused.getMessage().contains("use another unit"), refused.getMessage());
    Path file = folder.resolve("c.slrm");
    checkpoint(stream).write(file);
    assertFalse(ModelFile.read(file).stream().started());
    double[] y = IntStream.range(0, 90).mapToDouble(i -> unit * SAMPLE.y(i)).toArray();
    assertThrows(
        DataException.class,
        () -> Slrm.with(LikelihoodConfig.defaults().withRank(2)).fit(SAMPLE.x(), y));
  }

  @Test
  void aCheckpointBeforeTheFirstFitHasNoModel() throws IOException {
    SlrmStream stream = stream();
    stream.update(SAMPLE.x().row(0), 1);
    Path file = folder.resolve("young.slrm");
    checkpoint(stream).write(file);
    ModelFile read = ModelFile.read(file);
    InputException young = assertThrows(InputException.class, read::model);
    assertTrue(young.getMessage().contains("1 rows without a model yet"), young.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e101, -1e200, 1e308})
  void invalidPendingLabelsAreRejected(double label) {
    SlrmStream stream = stream();
    stream.update(SAMPLE.x().row(0), 1);
    ModelState state = stream.state();
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>(state.arrays());
    arrays.put("waiting_labels_values", new ModelState.Array(new double[] {label}, 1));
    ModelState spoilt = new ModelState(state.values(), arrays);
    assertThrows(IllegalArgumentException.class, () -> SlrmStream.of(spoilt));
  }

  @Test
  void aFileThatCouldNotBeReadAgainIsNotWritten() throws IOException {
    double[] y = IntStream.range(0, 90).mapToDouble(i -> i % 3).toArray();
    SlrmModel classes =
        Slrm.with(LikelihoodConfig.defaults().withRank(2))
            .labels(LabelKind.CLASSES)
            .fit(SAMPLE.x(), IncompleteMatrix.ofColumn(y));
    Path file = Files.writeString(folder.resolve("old.slrm"), "old");
    for (List<String> names : List.of(List.of("a", "b", "c", "d", "y"), List.of("a", "y"))) {
      ModelFile unusable =
          ModelFile.of(
              classes,
              Schema.numeric(names, List.of("y")),
              ReadOptions.DEFAULT,
              ModelFile.Provenance.ofSeed(1));
      assertThrows(UnusableModelException.class, () -> unusable.write(file));
      assertEquals("old", Files.readString(file), "the old file stays");
    }
  }
}
