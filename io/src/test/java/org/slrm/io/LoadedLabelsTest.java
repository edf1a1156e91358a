package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;

/** Labels, calibrations and nested members of a model file are validated. */
class LoadedLabelsTest {
  private static final Simulation.Sample SAMPLE =
      Simulation.builder().rows(90).features(4).rank(2).nonzeros(2).noise(0.3).build().train();

  private static final ModelState COUNTS =
      Slrm.with(LikelihoodConfig.defaults().withRank(2))
          .labels(LabelKind.COUNTS)
          .fit(
              SAMPLE.x(),
              IntStream.range(0, 90)
                  .mapToDouble(i -> Math.max(0, Math.rint(SAMPLE.y(i) + 2)))
                  .toArray())
          .state();

  private static ModelState with(String name, Object value) {
    Map<String, Object> values = new LinkedHashMap<>(COUNTS.values());
    values.put(name, value);
    return new ModelState(values, COUNTS.arrays());
  }

  @ParameterizedTest
  @CsvSource({
    "counts, two classes, 1, 1",
    "counts, numeric, 1, 1",
    "numeric, counts, 2, 1",
    "counts, counts, 1e38, 1",
    "numeric, numeric, 0, 1e308",
    "positive, two classes, 0, 1",
  })
  void aLabelThatDoesNotFitItsKindIsRejected(
      String kind, String label, double shape, double scale) {
    Map<String, Object> target = new LinkedHashMap<>();
    target.put("kind", kind);
    target.put("label", label);
    target.put("shape", shape == 0 ? List.of() : List.of(shape));
    target.put("center", 0.0);
    target.put("scale", scale);
    ModelState state = with("labels", List.of(target));
    assertThrows(IllegalArgumentException.class, () -> SlrmModel.of(state));
  }

  @Test
  void deeplyNestedMembersAreRejected() {
    Map<String, Object> member = new LinkedHashMap<>();
    member.put("kind", "curved");
    for (int k = 0; k < 30; k++) {
      Map<String, Object> outer = new LinkedHashMap<>();
      outer.put("kind", k % 2 == 0 ? "cautious" : "curved");
      outer.put("features", 4);
      outer.put("targets", 1);
      outer.put("usual", 1);
      outer.put("inner", member);
      member = outer;
    }
    ModelState state = with("members", new ArrayList<Object>(List.of(member)));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> SlrmModel.of(state));
    assertTrue(refused.getMessage().contains("inside each other"), refused.getMessage());
  }

  @Test
  void aMemberThatDeclaresBillionsOfTargetsIsRejected() {
    Map<String, Object> member = new LinkedHashMap<>();
    member.put("kind", "classes");
    member.put("features", 4);
    member.put("targets", 2_000_000_000);
    ModelState state = with("members", new ArrayList<Object>(List.of(member)));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> SlrmModel.of(state));
    assertTrue(refused.getMessage().contains("targets"), refused.getMessage());
  }

  @Test
  @SuppressWarnings("unchecked")
  void aReportWithFewerScoresThanTargetsIsRejected() {
    ModelState two =
        Slrm.with(LikelihoodConfig.defaults().withRank(2))
            .fit(
                SAMPLE.x(),
                IncompleteMatrix.ofColumn(SAMPLE.y())
                    .besides(IncompleteMatrix.ofColumn(SAMPLE.y())))
            .state();
    Map<String, Object> values = new LinkedHashMap<>(two.values());
    Map<String, Object> report = new LinkedHashMap<>((Map<String, Object>) values.get("report"));
    report.put("scores", ((List<?>) report.get("scores")).subList(0, 1));
    values.put("report", report);
    ModelState state = new ModelState(values, two.arrays());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> SlrmModel.of(state));
    assertTrue(refused.getMessage().contains("scores of the report"), refused.getMessage());
  }

  @Test
  void labelsWithoutUnitAreNotScaled() {
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>(COUNTS.arrays());
    arrays.put("target_center", new ModelState.Array(new double[] {1e12}, 1));
    ModelState state = new ModelState(COUNTS.values(), arrays);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> SlrmModel.of(state));
    assertTrue(refused.getMessage().contains("target center of counts"), refused.getMessage());
  }

  @Test
  void extremeQuantilesOfCountsStayNearTheMean() {
    SlrmModel model = SlrmModel.of(COUNTS);
    double most = model.predict(SAMPLE.x().row(0)).quantile(1 - 1e-9);
    assertTrue(most < 1000, "got " + most);
  }

  @Test
  void aDateColumnWithoutFormatIsRejected() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Schema.Column("d", Schema.Kind.DATE, Schema.Role.FEATURE, List.of(), null));
  }
}
