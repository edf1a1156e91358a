package org.slrm.cli.output.text;

import static org.slrm.cli.output.ReadableText.number;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.LabelParameters;
import org.slrm.result.FitReport;

/** A model's description of one target. */
record TargetText(ModelFile file, SlrmModel model, int t) {
  private static final double NINETY = 0.9;
  private static final int LEVELS_SHOWN = 12;

  private boolean classes() {
    return model.labelKind(t).isClassification();
  }

  private List<String> levels() {
    return file.schema().target(t).levels().subList(0, model.levels(t));
  }

  /** Adds its lines. */
  void text(StringBuilder out, int limit) {
    LabelParameters facts = LabelParameters.of(model, t);
    String name = ForeignText.word(file.schema().targets().get(t));
    out.append("\nTarget ").append(name).append('\n');
    String kind = facts.target().kind().label();
    boolean named = kind.startsWith(facts.distribution()); // quantile:0.9 says quantile already
    InspectionText.line(
        out,
        "label",
        classes() ? facts.distribution() : named ? kind : kind + ", " + facts.distribution());
    if (classes()) {
      InspectionText.line(out, "classes", ReadableText.some(levels(), LEVELS_SHOWN));
      boolean none = facts.calibration().equals("none");
      InspectionText.line(
          out, "log-odds", none ? "not calibrated" : "calibrated by " + facts.calibration());
    }
    List<FitReport.Score> scores = model.report().scores();
    if (!scores.isEmpty()) {
      InspectionText.line(out, "error", error(scores.get(t)));
    }
    InspectionText.line(out, classes() ? "90 % set" : "90 % interval", range());
    InspectionText.line(out, "non-zeros", Integer.toString(model.nonZeros(t)));
    coefficients(out, limit);
  }

  private String error(FitReport.Score s) {
    if (model.labelKind(t).usesSquaredError()) {
      return "%s RMSE, R² %s, squared error %s ± %s"
          .formatted(
              number(Math.sqrt(s.mse())),
              number(s.r2()),
              number(s.mse()),
              number(s.standardError()));
    }
    return "%s %s ± %s, explained %s"
        .formatted(
            ScoreText.name(s.name()),
            number(s.score()),
            number(s.scoreError()),
            ReadableText.percent(s.explained()));
  }

  private String range() {
    String by = model.calibration(t).calibrated() ? ", by calibration" : "";
    if (!classes()) {
      return "± "
          + number(model.calibration(t).factor(NINETY))
          + " standard errors"
          + (by.isEmpty() ? ", Gaussian" : by);
    }
    List<String> thresholds = new ArrayList<>();
    for (int k = 0; k < Math.min(LEVELS_SHOWN, model.levels(t)); k++) {
      double p = model.calibration(t).leastProbability(k, NINETY);
      thresholds.add(ForeignText.word(levels().get(k)) + " from " + number(p));
    }
    String more = model.levels(t) > LEVELS_SHOWN ? ", …" : "";
    return "classes with at least these probabilities: "
        + String.join(", ", thresholds)
        + more
        + by;
  }

  /** The scale of the coefficients. */
  private String scale() {
    if (classes()) {
      return "on the scale of the log-odds of " + ForeignText.word(levels().get(1)) + ", ";
    }
    return model.labelKind(t).logScale() ? "on the scale of the logarithm, " : "";
  }

  private void coefficients(StringBuilder out, int limit) {
    if (model.levels(t) > 2) {
      out.append("  (there are coefficients for each pair or set of classes;");
      out.append(" --explain gives contributions for a row)\n");
      return;
    }
    double[] c = model.featureCoefficients(t);
    double[] effect = new double[c.length];
    for (int j = 0; j < c.length; j++) {
      effect[j] = c[j] * model.scaling().scale(j);
    }
    List<List<String>> rows = new ArrayList<>();
    IntStream.range(0, c.length)
        .filter(j -> c[j] != 0)
        .boxed()
        .sorted((a, b) -> Double.compare(Math.abs(effect[b]), Math.abs(effect[a])))
        .limit(Math.max(0, limit))
        .forEach(
            j ->
                rows.add(
                    List.of(
                        ForeignText.word(file.schema().features().get(j).name()),
                        number(c[j]),
                        number(effect[j]))));
    if (!rows.isEmpty()) {
      out.append(
          ReadableText.table(List.of("feature", ">coefficient", ">per standard deviation"), rows));
      out.append("  (").append(scale());
      out.append(
          !model.isLinear(t)
              ? "slopes near the mean: the model is nonlinear; fit --report draws the effects)\n"
              : "for a complete row; predict --explain gives those of a row)\n");
    }
  }
}
