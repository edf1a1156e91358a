package org.slrm.cli.report.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.cli.report.Samples;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.data.Histogram;
import org.slrm.cli.report.data.MissingnessPattern;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.fit.FitFacts;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.fit.FitPage;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.Prediction;

/** What the page of a fit says of data, errors and single rows. */
class ReportContentsTest {
  private static final List<String> NAMES = List.of("warm", "often", "seldom");
  private static IncompleteMatrix x;
  private static IncompleteMatrix y;
  private static SlrmModel model;

  @BeforeAll
  static void fit() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[300][3];
    double[] labels = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 3; j++) {
        rows[i][j] = random.nextGaussian();
      }
      labels[i] = rows[i][0] + rows[i][1] + 2 * rows[i][2] + 0.1 * random.nextGaussian();
      rows[i][1] = i % 2 == 0 ? Double.NaN : rows[i][1];
      rows[i][2] = i % 20 == 0 ? rows[i][2] : Double.NaN;
    }
    x = IncompleteMatrix.ofNaN(rows);
    y = IncompleteMatrix.ofColumn(labels);
    model = Slrm.with(MeanElasticNetConfig.defaults()).fit(x, y);
  }

  private static List<FeatureGroup> groups() {
    return FeatureGroup.of(Samples.columns(x, NAMES), NAMES);
  }

  private static HeldOutRows held() {
    return HeldOutRows.of(model.report().validation(), 0);
  }

  @Test
  void missingEntriesThatComeTogetherAreCountedByName() {
    MissingnessPattern.All all = MissingnessPattern.of(x, groups());
    // Every twentieth row shows the seldom one, and is one of those without the other.
    assertEquals(3, all.count());
    assertEquals(List.of("seldom"), all.mostFrequent().get(0).missing());
    assertEquals(150, all.mostFrequent().get(0).rows());
    assertEquals(List.of("often", "seldom"), all.mostFrequent().get(1).missing());
    assertEquals(15, all.mostFrequent().get(2).rows());
  }

  @Test
  void reasonsOfAnExampleAddUpToItsPrediction() {
    List<ExampleRow> rows = ExampleRow.of(model, x, 0, held(), groups(), NAMES);
    assertTrue(rows.size() >= 3);
    for (ExampleRow e : rows) {
      double sum = e.baseline();
      for (ExampleRow.ColumnContribution r : e.contributions()) {
        sum += r.amount();
      }
      int row = Integer.parseInt(e.name()) - 1;
      assertEquals(model.predict(x.row(row), 0).mean(), sum, 1e-9);
    }
  }

  /** Many small reasons may add up to more than the largest. */
  @Test
  void theBarOfOtherColumnsStaysInsideItsChart() {
    List<ExampleRow.ColumnContribution> reasons =
        IntStream.range(0, 60)
            .mapToObj(k -> new ExampleRow.ColumnContribution("c" + k, 1))
            .toList();
    ExampleRow row =
        new ExampleRow(
            "The largest", "1", 0, 60, new Prediction.Interval(50, 70), 58, 0, 0, reasons);
    String html = ExampleSection.of(List.of(row), "change", true);
    assertTrue(html.contains("54 other columns"), html);
    Matcher bar = Pattern.compile("left:([\\d.]+)%;width:([\\d.]+)%").matcher(html);
    int bars = 0;
    while (bar.find()) {
      bars++;
      double end = Double.parseDouble(bar.group(1)) + Double.parseDouble(bar.group(2));
      assertTrue(end <= 100, bar.group());
    }
    assertEquals(7, bars);
  }

  @Test
  void yearsAreWrittenWithoutACommaAndAmountsWithOne() {
    assertEquals("1995", NumberText.value(1995));
    assertEquals("1980", NumberText.tick(1980, 20));
    assertEquals("150,000", NumberText.value(150_000));
  }

  @Test
  void theMedianErrorIsExceededByHalfOfTheRows() {
    HeldOutRows held = held();
    double median = held.medianError();
    long below =
        IntStream.range(0, held.size()).filter(i -> Math.abs(held.residual(i)) <= median).count();
    assertEquals(held.size() / 2.0, below, 1);
  }

  @Test
  void aColumnThatIsSeldomKnownMattersLittleHoweverSteepItIs() {
    String page = FitPage.html(FitFacts.of(input()), List.of());
    int from = page.indexOf("Mean contribution of each column");
    int steep = page.indexOf("Coefficients");
    assertTrue(from > 0 && steep > from);
    String importance = page.substring(from, steep);
    assertTrue(importance.indexOf(">warm<") < importance.indexOf(">seldom<"));
    assertTrue(page.substring(steep).indexOf(">seldom<") < page.substring(steep).indexOf(">warm<"));
  }

  private static FitInput input() {
    return Samples.input("t", NAMES, x, y, model);
  }

  @Test
  void thePageNamesErrorsAndShowsTheirSpread() {
    String page = FitPage.html(FitFacts.of(input()), List.of());
    for (String words :
        List.of(
            "RMSE",
            "Median absolute error",
            "Residuals",
            "Coverage of 90 % intervals by predicted size",
            "Missingness patterns",
            "missing at random",
            "The largest cross-validated error: row ")) {
      assertTrue(page.contains(words), words);
    }
  }

  @Test
  void aFarValueIsInTheLastBarOfAHistogram() {
    double[] values = IntStream.range(0, 1000).mapToDouble(i -> i % 100).toArray();
    values[5] = 1e9;
    Histogram h = Histogram.of(values);
    assertEquals(99, h.to());
    assertEquals(1000, IntStream.of(h.counts()).sum());
  }
}
