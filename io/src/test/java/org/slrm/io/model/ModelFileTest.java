package org.slrm.io.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.StreamConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;

class ModelFileTest {
  @TempDir Path folder;

  private static SlrmModel model;
  private static Schema schema;
  private static final ModelFile.Provenance PROVENANCE =
      new ModelFile.Provenance(
          "slrm fit a.csv", "0.1.0", "17", 5, List.of(new ModelFile.SourceFile("a.csv", "00ff")));

  @BeforeAll
  static void fit() {
    Simulation.Sample sample =
        Simulation.builder().rows(60).features(4).rank(2).nonzeros(2).noise(0.2).build().train();
    model =
        Slrm.with(MeanElasticNetConfig.defaults())
            .threads(1)
            .fit(sample.x(), IncompleteMatrix.ofColumn(sample.y()));
    schema = Schema.numeric(List.of("a", "b", "c", "d", "y"), List.of("y"));
  }

  private static ModelFile file() {
    return ModelFile.of(
        model, schema, ReadOptions.builder().decimalComma(true).build(), PROVENANCE);
  }

  @Test
  void theModelIsBuiltOnceAndStreamsAreIndependent() throws IOException {
    Path path = folder.resolve("once.slrm");
    file().write(path);
    ModelFile fitted = ModelFile.read(path);
    assertSame(fitted.model(), fitted.model());

    SlrmStream begun = Slrm.stream(StreamConfig.ofRank(2), 4);
    new ModelFile(ModelFile.STREAM, begun.state(), schema, ReadOptions.DEFAULT, PROVENANCE)
        .write(path);
    ModelFile read = ModelFile.read(path);
    SlrmStream first = read.stream();
    first.update(IncompleteRow.ofNaN(1, 2, 3, 4), 5);
    assertEquals(0, read.stream().rows());
    assertEquals(1, first.rows());
  }

  private Path written(Map<String, Object> changedJson, Map<String, ModelState.Array> changed)
      throws IOException {
    Path good = folder.resolve("good.slrm");
    file().write(good);
    ModelArchive archive = ModelArchive.read(good);
    Map<String, Object> json = new LinkedHashMap<>(archive.json());
    json.putAll(changedJson);
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>(archive.arrays());
    changed.forEach(
        (name, array) -> {
          if (array.data().length == 0) {
            arrays.remove(name);
          } else {
            arrays.put(name, array);
          }
        });
    Path made = folder.resolve("made.slrm");
    try (var out = Files.newOutputStream(made)) {
      new ModelArchive(json, arrays).write(out);
    }
    return made;
  }

  private static void refused(Path file, String... words) {
    InputException e = assertThrows(InputException.class, () -> ModelFile.read(file));
    assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
    for (String word : words) {
      assertTrue(e.getMessage().contains(word), e.getMessage());
    }
  }

  @Test
  void writtenFilesAreRead() throws IOException {
    Path path = folder.resolve("m.slrm");
    file().write(path);
    ModelFile read = ModelFile.read(path);
    assertEquals(schema, read.schema());
    assertEquals(PROVENANCE, read.provenance());
    assertTrue(read.reading().decimalComma());
    IncompleteRow row = IncompleteRow.ofNaN(1, Double.NaN, 0, -2);
    assertEquals(model.predict(row).mean(), read.model().predict(row).mean());
    assertEquals(
        model.predict(row).interval(0.9).low(), read.model().predict(row).interval(0.9).low());
    assertEquals(model.report().settings(), read.model().report().settings());
  }

  @Test
  void writingTwiceGivesTheSameBytes() throws IOException {
    Path first = folder.resolve("1.slrm");
    Path second = folder.resolve("2.slrm");
    file().write(first);
    ModelFile.read(first).write(second);
    assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
    try (var list = Files.list(folder)) {
      assertEquals(2, list.count(), "no temporary file is left");
    }
  }

  @Test
  void newerVersionsAreRejected() throws IOException {
    refused(written(Map.of("version", 99), Map.of()), "99", "newer");
    refused(written(Map.of("version", "one"), Map.of()), "version");
    refused(written(Map.of("format", "other"), Map.of()), "format");
    refused(written(Map.of("kind", "cat"), Map.of()), "kind");
  }

  @Test
  void arraysMustBeThoseListed() throws IOException {
    ModelState.Array none = new ModelState.Array(new double[0], 0);
    ModelState.Array wrong = new ModelState.Array(new double[] {1, 2, 3}, 3);
    refused(written(Map.of(), Map.of("weights", none)), "weights");
    refused(written(Map.of(), Map.of("feature_scale", wrong)), "feature_scale", "[4]", "[3]");
    refused(written(Map.of(), Map.of("surplus", wrong)), "surplus");
  }

  @Test
  void inconsistentPartsAreRejected() throws IOException {
    ModelState.Array zeros = new ModelState.Array(new double[4], 4);
    refused(written(Map.of(), Map.of("feature_scale", zeros)), "scale");
    Map<String, Object> other = Schema.numeric(List.of("a", "y"), List.of("y")).toMap();
    refused(written(Map.of("schema", other), Map.of()), "features");
    refused(written(Map.of("state", Map.of("features", 4)), Map.of()), "targets");
    refused(written(Map.of("state", "text"), Map.of()), "state");
  }

  @Test
  void numbersOutOfRangeAreRejectedByNameAndValue() throws IOException {
    ModelState.Array half = new ModelState.Array(new double[] {0.5}, 1, 1);
    refused(written(Map.of(), Map.of("weights", half)), "sum of weights", "0.5");
    ModelState.Array negative = new ModelState.Array(new double[] {-0.25}, 1);
    refused(written(Map.of(), Map.of("member0_noise", negative)), "noise of target 0", "-0.25");
    ModelState.Array huge = new ModelState.Array(new double[] {1e200, 0, 0, 0}, 1, 4);
    refused(written(Map.of(), Map.of("member0_coefficients", huge)), "coefficients", "1.0E200");
    ModelState.Array tiny = new ModelState.Array(new double[] {1e-300, 1, 1, 1}, 4);
    refused(written(Map.of(), Map.of("feature_scale", tiny)), "scale of feature 0", "1.0E-300");
  }

  @Test
  void anyValueOfAnotherKindIsRejectedOrHasNoEffect() throws IOException {
    Path good = folder.resolve("good.slrm");
    file().write(good);
    ModelArchive archive = ModelArchive.read(good);
    Path made = folder.resolve("made.slrm");
    for (Object odd : Arrays.asList(null, "text", -1, 1.5, List.of(), Map.of(), 1e300)) {
      for (Map<String, Object> changed : changes(archive.json(), odd)) {
        try (var out = Files.newOutputStream(made)) {
          new ModelArchive(changed, archive.arrays()).write(out);
        }
        try {
          ModelFile.read(made);
        } catch (InputException e) {
          assertTrue(e.getMessage().contains("made.slrm"), e.getMessage());
        }
      }
    }
  }

  /** Copies of the object with each nested value replaced in turn. */
  private static List<Map<String, Object>> changes(Map<String, Object> json, Object odd) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (Map.Entry<String, Object> e : json.entrySet()) {
      for (Object changed : changesOf(e.getValue(), odd)) {
        Map<String, Object> one = new LinkedHashMap<>(json);
        one.put(e.getKey(), changed);
        out.add(one);
      }
    }
    return out;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> changesOf(Object value, Object odd) {
    List<Object> out = new ArrayList<>();
    out.add(odd);
    if (value instanceof Map<?, ?> map) {
      out.addAll(changes((Map<String, Object>) map, odd));
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      for (Object changed : changesOf(list.get(0), odd)) {
        List<Object> one = new ArrayList<>(list);
        one.set(0, changed);
        out.add(one);
      }
    }
    return out;
  }

  @Test
  void anAbsentFileIsReported() {
    refused(folder.resolve("nowhere.slrm"), "no such file");
  }
}
