package org.slrm.cli.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.feature.FeatureLoss;
import org.slrm.cli.report.fit.Components;
import org.slrm.cli.report.fit.FitFacts;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.fit.FitPage;
import org.slrm.cli.report.fit.TargetFacts;
import org.slrm.cli.report.section.CandidateNames;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.FitReport;
import org.slrm.result.MemberInfo;
import org.slrm.result.MemberInfo.Regression;
import org.slrm.result.Note;

class RealModelTest {
  private static final List<String> NAMES = List.of("strong", "weak", "noise", "<b>bold</b>");

  private static FitInput input(int threads) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] x = new double[120][4];
    double[] y = new double[120];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < 4; j++) {
        x[i][j] = random.nextDouble();
      }
      y[i] = 10 * x[i][0] + 2 * x[i][1] + 0.3 * random.nextDouble();
      for (int j = 0; j < 4; j++) {
        x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : x[i][j];
      }
    }
    IncompleteMatrix features = IncompleteMatrix.ofNaN(x);
    SlrmModel model =
        Slrm.with(MeanElasticNetConfig.defaults()).seed(2).threads(threads).fit(features, y);
    return Samples.input("made up", NAMES, features, IncompleteMatrix.ofColumn(y), model);
  }

  @Test
  void theStrongestFeatureCostsMostToLose() {
    TargetFacts facts = FitFacts.of(input(1)).targets().get(0);
    assertEquals("strong", facts.features().losses().get(0).name());
    assertEquals("weak", facts.features().losses().get(1).name());
    double[] growth = facts.features().losses().stream().mapToDouble(FeatureLoss::growth).toArray();
    assertTrue(Arrays.stream(growth).allMatch(g -> g >= 0), Arrays.toString(growth));
    assertTrue(growth[0] > 3 * growth[1], Arrays.toString(growth));
  }

  @Test
  void bytesAreEqualForAnyNumberOfThreads() {
    assertEquals(
        FitPage.html(FitFacts.of(input(1)), List.of()),
        FitPage.html(FitFacts.of(input(2)), List.of()));
  }

  @Test
  void aModelReadFromItsStateStillHasAPage() {
    FitInput in = input(1);
    FitInput read =
        Samples.input(in.title(), NAMES, in.x(), in.y(), SlrmModel.of(in.model().state()));
    assertTrue(FitPage.html(FitFacts.of(read), List.of()).contains("<section id=\"features\">"));
  }

  @Test
  void componentsComeFromTheHeaviestMemberThatHasThem() {
    double[] loadings = {1, 0, 0, 2};
    double[] basis = {1, 0, 0, 1};
    List<MemberInfo> parts =
        List.of(
            part("completed", 0.5, loadings, false, new Regression(pair(7, 8), one, one, false)),
            part("gated", 0.2, basis, true, new Regression(pair(3, 4), one, one, true)),
            part("likelihood", 0.3, loadings, false, new Regression(pair(5, 0), one, one, true)));
    Components found = Components.of(parts, 0, 0);
    assertNotNull(found);
    assertArrayEquals(new double[] {5, 0}, found.coefficients());
    assertEquals("likelihood member with weight 30\u00a0%", found.origin());
    assertNull(Components.of(List.of(), 0, 0));
  }

  private final double[] one = {1};

  private static double[] pair(double first, double second) {
    return new double[] {first, second};
  }

  private MemberInfo part(
      String kind, double weight, double[] directions, boolean orthonormal, Regression regression) {
    MemberInfo.Subspace subspace =
        new MemberInfo.Subspace(directions, 2, orthonormal, pair(0.1, 0.1), 1);
    double[] weights = {weight};
    return new MemberInfo(
        kind,
        Map.of("kind", kind),
        weights,
        pair(0, 0),
        subspace,
        regression,
        null,
        List.of(),
        Map.of());
  }

  @Test
  void quartersCoverEveryRowOnceAndAreOrdered() {
    HeldOutRows held = HeldOutRows.of(Samples.validated(Samples.matrix(97, 20, 3), 1, 0.3, 5), 0);
    int[][] quarters = held.quarters();
    assertArrayEquals(
        IntStream.range(0, 97).toArray(),
        Arrays.stream(quarters).flatMapToInt(Arrays::stream).sorted().toArray());
    int last = -1;
    for (int[] q : quarters) {
      assertTrue(Arrays.stream(q).map(i -> held.observed()[i]).min().orElse(0) > last);
      last = Arrays.stream(q).map(i -> held.observed()[i]).max().orElse(0);
    }
  }

  @Test
  void indicatorsOfACategoryAreLostTogether() {
    List<ColumnSummary> columns =
        List.of(
            new ColumnSummary("a=b", "categorical, 2 levels", 0, ""),
            new ColumnSummary("c", "numeric", 0, ""));
    List<FeatureGroup> groups = FeatureGroup.of(columns, List.of("a=b=x", "c", "a=b=y", "c=1"));
    assertEquals(List.of("a=b", "c", "c=1"), groups.stream().map(FeatureGroup::name).toList());
    assertArrayEquals(new int[] {0, 2}, groups.get(0).features());
  }

  @Test
  void candidatesOfOneNameAndRankDifferByTheirSettings() {
    List<FitReport.CandidateScore> all =
        List.of(
            new FitReport.CandidateScore("a", 5, 0, 1, 0.1, 1, Map.of("l1", 0.5, "gateSlack", 2)),
            new FitReport.CandidateScore("a", 5, 0, 1, 0.1, 0, Map.of("l1", 0.25, "gateSlack", 2)),
            new FitReport.CandidateScore("b", 5, 0, 1, 0.1, 0, Map.of()));
    assertEquals(
        List.of("a, l1 0.5, rank 5", "a, l1 0.25, rank 5", "b, rank 5"),
        CandidateNames.distinct(all).stream().map(FitReport.CandidateScore::label).toList());
  }

  @Test
  void notesNameTheirColumns() {
    Note constant = Note.of("constant-features", "count", 2, "features", List.of(1, 3));
    assertEquals(
        "2 constant features: weak, <b>bold</b>", new NoteText(NAMES, List.of()).of(constant));
  }

  @Test
  void numbersReadWell() {
    assertEquals("0", NumberText.number(0));
    assertEquals("−1.50", NumberText.number(-1.5));
    assertEquals("12,346", NumberText.number(12345.6));
    assertEquals("1.23×10⁻⁵", NumberText.number(1.234e-5));
    assertEquals("1.00×10⁸", NumberText.number(99_999_999));
    assertEquals("–", NumberText.number(Double.NaN));
    assertEquals("1×10⁶", NumberText.shortest(1e6));
    assertEquals("6.58×10⁻⁴", NumberText.shortest(6.5812e-4));
    assertEquals("10", NumberText.shortest(10));
    assertEquals("<0.1\u00a0%", NumberText.percent(1e-5));
    assertEquals("2.5k", NumberText.tick(2500, 2500));
    assertEquals("0.25", NumberText.tick(0.25, 0.05));
    assertEquals(
        List.of("0", "2", "4"),
        Axis.exact(0, 5, 3).ticks().stream().map(t -> NumberText.tick(t, 2)).toList());
  }
}
