package org.slrm.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.cli.report.chart.MissingnessMap;
import org.slrm.cli.report.compare.CompareInput;
import org.slrm.cli.report.data.DataFacts;
import org.slrm.cli.report.feature.Contribution;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.feature.FeatureLoss;
import org.slrm.cli.report.feature.Spread;
import org.slrm.cli.report.fit.FeatureFacts;
import org.slrm.cli.report.fit.FitFacts;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.fit.TargetFacts;
import org.slrm.cli.report.fit.TargetFacts.ComponentFacts;
import org.slrm.cli.report.label.LabelView;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.result.MethodResult;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.Folds;
import org.slrm.result.Missingness;
import org.slrm.result.Note;

/** Made-up but plausible facts for pages, without fitting anything. */
public final class Samples {
  static final String EVIL = "<script>alert(\"x\")</script> & 'co'";

  private Samples() {}

  public static ModelFile.Provenance provenance() {
    return new ModelFile.Provenance(
        "slrm fit houses.tsv --target SalePrice --report r.html",
        "0.1.0",
        "17.0.1",
        7,
        List.of(
            new ModelFile.SourceFile(
                "houses.tsv", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")));
  }

  /** Summaries of numeric columns with these names. */
  public static List<ColumnSummary> columns(IncompleteMatrix x, List<String> names) {
    ColumnStatistics s = x.statistics();
    List<ColumnSummary> out = new ArrayList<>();
    for (int j = 0; j < x.columns(); j++) {
      double missing = x.rows() == 0 ? 0 : 1 - (double) s.known(j) / x.rows();
      boolean constant = s.known(j) > 0 && s.min(j) == s.max(j);
      String note = s.known(j) == 0 ? "never observed" : constant ? "constant" : "";
      out.add(new ColumnSummary(names.get(j), "numeric", missing, note));
    }
    return out;
  }

  /** The input of the page of a fit to numbers, without held-out rows, names or panels. */
  public static FitInput input(
      String title,
      List<String> features,
      IncompleteMatrix x,
      IncompleteMatrix y,
      SlrmModel model) {
    return new FitInput(
        title,
        provenance(),
        columns(x, features),
        features,
        List.of("y"),
        List.of(List.of()),
        x,
        y,
        model,
        org.slrm.io.train.HoldOutScores.NONE,
        List.of(),
        List.of());
  }

  static IncompleteMatrix matrix(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(columns);
    for (int i = 0; i < rows; i++) {
      double[] row = new double[columns];
      for (int j = 0; j < columns; j++) {
        boolean block = j > columns / 2 && j < columns * 3 / 4 && i > rows / 3 && i < rows * 2 / 3;
        double lost = block ? 0.9 : j % 7 == 0 ? 0 : 0.4 * j / columns;
        row[j] = random.nextDouble() < lost ? Double.NaN : random.nextDouble();
      }
      out.addNaN(row);
    }
    return out.build();
  }

  static List<String> names(int columns) {
    List<String> out = new ArrayList<>();
    String[] words = {
      "Lot area",
      "Overall quality",
      "Year built",
      "Garage cars",
      "Basement m²",
      "Rooms above ground"
    };
    for (int j = 0; j < columns; j++) {
      out.add(j == 3 ? EVIL : j < 6 ? words[j] : "feature_" + j);
    }
    return out;
  }

  static CrossValidated validated(IncompleteMatrix x, int targets, double noise, long seed) {
    int n = x.rows();
    SplittableRandom random = new SplittableRandom(seed);
    SplittableRandom labels = new SplittableRandom(99);
    double[] y = new double[n * targets];
    double[] p = new double[y.length];
    double[] s = new double[y.length];
    int[] observed = IntStream.range(0, n).map(x::observed).toArray();
    for (int k = 0; k < y.length; k++) {
      y[k] = Math.round(180000 + 60000 * normal(labels));
      s[k] = 60000 * noise * (1.6 - (double) observed[k / targets] / x.columns());
      p[k] = y[k] + s[k] * normal(random) * 1.15;
    }
    return new CrossValidated(targets, Folds.assign(n, 5, 3), y, p, s, observed, null);
  }

  public static FitFacts fit(int rows, int columns, int targets) {
    IncompleteMatrix x = matrix(rows, columns, 1);
    CrossValidated cv = validated(x, targets, 0.35, 5);
    List<String> names = names(columns);
    List<TargetFacts> facts = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      facts.add(target(t, cv, columns));
    }
    return new FitFacts(
        "houses.tsv → SalePrice",
        provenance(),
        report(x, cv, targets),
        columns(x, names),
        names,
        MissingnessMap.of(x, names),
        DataFacts.of(
            x,
            FeatureGroup.of(columns(x, names), names),
            names,
            IncompleteMatrix.ofColumn(new double[rows]),
            List.of("SalePrice"),
            new int[] {0},
            names),
        facts,
        org.slrm.io.train.HoldOutScores.NONE);
  }

  private static TargetFacts target(int t, CrossValidated cv, int columns) {
    SplittableRandom random = new SplittableRandom(t + 20L);
    double[] c =
        IntStream.range(0, columns)
            .mapToDouble(j -> 9000 * normal(random) / (1 + j % 40))
            .toArray();
    double[] strength = Arrays.stream(c).map(v -> v * 0.8).toArray();
    List<ComponentFacts> parts = new ArrayList<>();
    for (int k = 0; k < 12; k++) {
      parts.add(
          new ComponentFacts(
              "component " + (k + 1),
              9.0 / (1 + k),
              k % 3 == 2 ? 0 : 20000 * normal(random),
              "Lot area +0.61, Year built −0.40, " + EVIL + " +0.2"));
    }
    List<FeatureLoss> losses = new ArrayList<>();
    for (int j = 0; j < Math.min(columns, 30); j++) {
      double growth = 0.21 / (1 + j);
      losses.add(
          new FeatureLoss(
              names(columns).get(j),
              21000,
              21000 * (1 + growth),
              new Spread(growth, 0.7 * growth, 1.4 * growth)));
    }
    return new TargetFacts(
        t == 0 ? "SalePrice" : "target " + t,
        t,
        LabelView.NUMBER,
        HeldOutRows.of(cv, t),
        60000,
        new FeatureFacts(
            t > 0, c, strength, contributions(columns), losses, SampleEffects.curves(columns)),
        parts,
        "likelihood member with weight 35 %",
        SampleEffects.kinds(),
        List.of(),
        List.of(),
        new double[0]);
  }

  private static List<Contribution> contributions(int columns) {
    return IntStream.range(0, columns)
        .mapToObj(
            j ->
                new Contribution(
                    new FeatureGroup(names(columns).get(j), new int[] {j}),
                    9000.0 / (1 + j),
                    900.0 / (1 + j),
                    new Spread(0, -15000.0 / (1 + j), 12000.0 / (1 + j))))
        .toList();
  }

  private static FitReport report(IncompleteMatrix x, CrossValidated cv, int targets) {
    List<CandidateScore> candidates = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      for (int rank : new int[] {2, 5, 10, 20, 30}) {
        for (String noise : List.of("PPCA", "factor analysis")) {
          double mse =
              6e8 * (1 + Math.pow(Math.log(rank / 9.0), 2) / 3) * (noise.length() > 10 ? 1 : 1.1);
          candidates.add(
              new CandidateScore(
                  noise,
                  rank,
                  t,
                  mse,
                  mse * 0.08,
                  rank == 10 ? 0.35 : rank == 5 && noise.length() > 10 ? 0.3 : 0,
                  Map.of("rank", rank)));
        }
      }
      candidates.add(
          new CandidateScore("elastic net (imputed features)", 0, t, 6.9e8, 5e7, 0, Map.of()));
      candidates.add(new CandidateScore("went astray", 40, t, 9e14, 5e13, 0, Map.of()));
    }
    List<Double> history =
        IntStream.range(0, 60).mapToObj(k -> -5.0 - 3 * Math.exp(-k / 9.0)).toList();
    List<FitReport.Score> scores =
        IntStream.range(0, targets)
            .mapToObj(
                t -> new FitReport.Score(x.rows(), cv.mse(t), cv.mseStandardError(t), cv.r2(t)))
            .toList();
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("rank", 10);
    settings.put("l1", 0.01);
    return new FitReport(
        "auto",
        10,
        x.rows(),
        x.rows(),
        x.columns(),
        targets,
        x.missingShare(),
        7,
        settings,
        "log-likelihood per row",
        1e-6,
        "likelihood changed by less than 1e-6",
        60,
        history,
        Map.of("log-likelihood", -5.0),
        candidates,
        scores,
        cv,
        List.of(
            Note.of("constant-features", "count", 2, "features", List.of(4, 9)),
            Note.of(Note.TEXT, Note.TEXT, "column " + EVIL + " has an unseen level")),
        List.of(),
        FitReport.Outliers.NONE,
        Missingness.NONE);
  }

  public static CompareInput compare(int targets, String ours) {
    IncompleteMatrix x = matrix(300, 40, 1);
    List<MethodResult> results = new ArrayList<>();
    String[] methods = {"auto", "likelihood", "mean-lasso", "knn-lasso", "smpcr", "pcr"};
    double[] noise = {0.35, 0.36, 0.5, 0.33, 0.8, 1.3};
    for (int k = 0; k < methods.length; k++) {
      results.add(
          new MethodResult(
              methods[k],
              validated(x, targets, noise[k], 5 + k % 2),
              0.1 * Math.pow(3, k),
              java.util.Collections.nCopies(targets, 10 + k),
              ""));
    }
    results.add(new MethodResult("broken", null, 0.5, List.of(), "ran out of <memory>"));
    List<String> names =
        IntStream.range(0, targets).mapToObj(t -> t == 0 ? "SalePrice" : "target " + t).toList();
    return new CompareInput(
        "houses.tsv",
        provenance(),
        columns(x, names(40)),
        names(40),
        names,
        x,
        java.util.Collections.nCopies(names.size(), LabelScore.of(LabelKind.NUMERIC)),
        results,
        ours);
  }

  private static double normal(SplittableRandom r) {
    return Math.sqrt(-2 * Math.log(1 - r.nextDouble())) * Math.cos(2 * Math.PI * r.nextDouble());
  }
}
