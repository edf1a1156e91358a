package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.AutoConfig.Effort;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.SkipReason;

/** How much {@code auto} tries. */
class EffortTest {
  private static final int ROWS = 240;

  private final IncompleteMatrix x;
  private final double[] y = new double[ROWS];

  /** Labels that bend: the square of one of four features. */
  EffortTest() {
    Random random = new Random(5);
    double[][] table = new double[ROWS][4];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 4; j++) {
        table[i][j] = random.nextDouble() < 0.1 ? Double.NaN : random.nextGaussian();
      }
      double u = Double.isNaN(table[i][0]) ? 0 : table[i][0];
      y[i] = u * u + 0.1 * random.nextGaussian();
    }
    x = IncompleteMatrix.ofNaN(table);
  }

  private FitReport report(Effort effort) {
    return Slrm.with(AutoConfig.defaults().withEffort(effort)).fit(x, y).report();
  }

  private static List<String> names(FitReport report) {
    return report.candidates().stream().map(FitReport.CandidateScore::name).toList();
  }

  /** Candidates that were kept, and those that were begun and then dropped. */
  private static long tried(FitReport report) {
    return names(report).size() + report.skipped().stream().filter(s -> s.folds() > 0).count();
  }

  private static boolean bent(String name) {
    return name.contains("trees") || name.contains("kernel") || name.contains("mixture");
  }

  @Test
  void quickTriesLinesOnlyAndSaysSo() {
    FitReport quick = report(Effort.QUICK);
    assertTrue(names(quick).stream().noneMatch(EffortTest::bent), names(quick).toString());
    assertTrue(quick.note("quick-effort").isPresent(), "" + quick.notes());
  }

  @Test
  void normalFindsWhatIsNonlinear() {
    FitReport normal = report(Effort.NORMAL);
    assertTrue(names(normal).stream().anyMatch(EffortTest::bent), names(normal).toString());
    assertTrue(normal.scores().get(0).r2() > report(Effort.QUICK).scores().get(0).r2() + 0.3);
  }

  @Test
  void thoroughTriesAtLeastAsMuchAsNormal() {
    FitReport thorough = report(Effort.THOROUGH);
    assertTrue(tried(thorough) >= tried(report(Effort.NORMAL)));
    for (SkipReason reason :
        List.of(SkipReason.COST, SkipReason.NO_NONLINEAR_GAIN, SkipReason.FAMILY_STOPPED)) {
      assertFalse(
          thorough.skipped().stream().anyMatch(s -> s.reason() == reason), "" + thorough.skipped());
    }
  }

  @Test
  void threadsDoNotChangeWhatIsFoundInTheFirstFold() {
    SlrmModel one = Slrm.with(AutoConfig.defaults()).threads(1).fit(x, y);
    SlrmModel three = Slrm.with(AutoConfig.defaults()).threads(3).fit(x, y);
    assertArrayEquals(one.predict(x, 0.9, 1).mean(), three.predict(x, 0.9, 1).mean(), "to the bit");
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void threeClassesAreDistinguishedWithAnyEffort(Effort effort) {
    double[] k = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double a = x.row(i).isKnown(0) ? x.row(i).valueAt(0) : 0;
      double b = x.row(i).isKnown(1) ? x.row(i).valueAt(1) : 0;
      double radius = a * a + b * b;
      k[i] = radius < 0.8 ? 0 : radius < 2 ? 1 : 2;
    }
    SlrmModel model =
        Slrm.with(AutoConfig.defaults().withEffort(effort)).labels(LabelKind.CLASSES).fit(x, k);
    assertTrue(model.report().scores().get(0).explained() > (effort == Effort.QUICK ? -0.1 : 0.2));
  }

  @Test
  void aRankThatIsGivenIsKept() {
    FitReport report = Slrm.with(AutoConfig.defaults().withRank(3)).fit(x, y).report();
    for (FitReport.CandidateScore each : report.candidates()) {
      assertTrue(
          each.rank() == 0 || each.rank() == 3 || each.name().contains("mixture"), "" + each);
    }
  }

  @Test
  void ranksAreComparedThoughOneTargetHasFewLabels() {
    double[][] both = new double[ROWS][2];
    for (int i = 0; i < ROWS; i++) {
      both[i][0] = x.row(i).isKnown(1) ? x.row(i).valueAt(1) : 0.3;
      both[i][1] = i % 80 == 5 ? both[i][0] : Double.NaN;
    }
    FitReport report =
        Slrm.with(AutoConfig.defaults()).fit(x, IncompleteMatrix.ofNaN(both)).report();
    assertTrue(
        names(report).stream()
            .anyMatch(n -> n.startsWith("PPCA") || n.startsWith("factor analysis")),
        "" + names(report));
  }

  @Test
  void whatTimeDidNotAllowIsSaidToBeSo() {
    AutoConfig hasTimeBudget = AutoConfig.defaults().withTimeBudget(Duration.ofNanos(1));
    FitReport report = Slrm.with(hasTimeBudget).fit(x, y).report();
    assertTrue(
        report.skipped().stream().anyMatch(s -> s.reason() == SkipReason.TIME_LIMIT),
        "" + report.skipped());
    assertTrue(
        report.skipped().stream().noneMatch(s -> s.reason() == SkipReason.NO_NONLINEAR_GAIN),
        "" + report.skipped());
  }
}
