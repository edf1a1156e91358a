package org.slrm.cli.output;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.cli.report.compare.CompareInput.MethodResult;
import org.slrm.cli.report.section.RowLosses;
import org.slrm.cli.report.section.ScoreText;
import org.slrm.io.Table;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;
import org.slrm.result.CrossValidated;

/**
 * What compare tells; ordered by error, whoever wins.
 *
 * @param table what was read
 * @param warnings what there is to know about the data
 * @param scores by what each target is evaluated
 * @param results one per method
 * @param folds number of folds
 * @param seed the seed
 */
public record ComparisonResult(
    Table table,
    List<DataWarning> warnings,
    List<LabelScore> scores,
    List<MethodResult> results,
    int folds,
    long seed) {
  public ComparisonResult {
    List<LabelScore> by = scores;
    results = results.stream().sorted(Comparator.comparingDouble(r -> unexplained(r, by))).toList();
  }

  /** Share of the score left, averaged over targets; methods that failed come last. */
  private static double unexplained(MethodResult r, List<LabelScore> scores) {
    CrossValidated cv = r.validation();
    if (cv == null) {
      return Double.POSITIVE_INFINITY;
    }
    double left =
        IntStream.range(0, cv.targets())
            .mapToDouble(t -> 1 - RowLosses.of(cv, t, scores.get(t)).explained())
            .average()
            .orElse(0);
    return Double.isNaN(left) ? Double.MAX_VALUE : left;
  }

  public Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("warnings", WarningText.json(warnings));
    out.put("rows", table.rows());
    out.put("features", table.features().columns());
    out.put("targets", table.targetNames());
    out.put("missing", table.features().missingShare());
    out.put("folds", folds);
    out.put("seed", seed);
    out.put("results", results.stream().map(this::json).toList());
    return out;
  }

  private Map<String, Object> json(MethodResult r) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("method", r.name());
    CrossValidated cv = r.validation();
    if (cv == null) {
      out.put("failure", r.failure());
    } else {
      List<Map<String, Object>> all = new ArrayList<>();
      for (int t = 0; t < cv.targets(); t++) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("target", table.targetNames().get(t));
        scores(cv, t, one);
        one.put("nonZeros", r.nonZeros().isEmpty() ? null : r.nonZeros().get(t));
        all.add(one);
      }
      out.putAll(all.get(0));
      out.remove("target");
      if (all.size() > 1) {
        out.put("perTarget", all);
      }
    }
    out.put("seconds", r.seconds());
    return out;
  }

  private void scores(CrossValidated cv, int t, Map<String, Object> out) {
    boolean classes = scores.get(t).kind().isClassification();
    RowLosses losses = RowLosses.of(cv, t, scores.get(t));
    out.put("mse", classes ? Double.NaN : cv.mse(t));
    out.put("standardError", classes ? Double.NaN : cv.mseStandardError(t));
    out.put("r2", classes ? Double.NaN : cv.r2(t));
    out.put("score", losses.mean());
    out.put("scoreName", scores.get(t).name());
    out.put("scoreStandardError", losses.standardError());
    out.put("explained", losses.explained());
    if (classes) {
      ClassMetrics m = RowLosses.metrics(cv, t);
      out.put("accuracy", m.accuracy());
      out.put("auc", m.auc());
    }
  }

  public String text() {
    StringBuilder out = new StringBuilder();
    int targets = table.targetNames().size();
    out.append(ReadableText.count(table.rows())).append(" rows, ");
    out.append(ReadableText.count(table.features().columns())).append(" features, ");
    out.append(ReadableText.percent(table.features().missingShare())).append(" missing; ");
    out.append(folds)
        .append(" folds, the same for every method, seed ")
        .append(seed)
        .append("\n\n");
    if (targets > 4) {
      boolean numbers = scores.stream().allMatch(s -> s.kind().isPlain());
      String mean = numbers ? ">mean R²" : ">mean explained";
      out.append(
          ReadableText.table(List.of("method", mean, ">seconds", ">non-zeros", ""), means()));
      out.append("\n--json has every target.\n");
    } else {
      for (int t = 0; t < targets; t++) {
        target(out, t);
      }
    }
    if (anyClasses() && results.stream().anyMatch(r -> r.name().equals("mean-lasso"))) {
      out.append("mean-lasso on classes: a logistic lasso on features filled by their means.\n");
    }
    return out.append(verdict()).toString();
  }

  private void target(StringBuilder out, int t) {
    LabelKind kind = scores.get(t).kind();
    boolean classes = kind.isClassification();
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult r : results) {
      CrossValidated cv = r.validation();
      List<String> row = new ArrayList<>(List.of(shown(r)));
      if (cv == null) {
        row.addAll(classes ? List.of("–", "", "–", "–") : List.of("–", "", "–"));
      } else {
        RowLosses losses = RowLosses.of(cv, t, scores.get(t));
        row.add(ReadableText.number(losses.mean()));
        row.add("± " + ReadableText.number(losses.standardError()));
        row.add(ReadableText.number(losses.explained()));
        if (classes) {
          row.add(ReadableText.number(RowLosses.metrics(cv, t).auc()));
        }
      }
      row.add(time(r));
      row.add(r.nonZeros().isEmpty() ? "–" : Integer.toString(r.nonZeros().get(t)));
      row.add(cv == null ? "failed: " + r.failure() : "");
      rows.add(row);
    }
    out.append(ForeignText.word(table.targetNames().get(t))).append('\n');
    out.append(ReadableText.table(header(kind), rows));
    out.append('\n');
  }

  private List<String> header(LabelKind kind) {
    List<String> out = new ArrayList<>(List.of("method"));
    out.add(kind.isPlain() ? ">squared error" : ">" + ScoreText.shown(kind));
    out.add("");
    out.add(kind.isPlain() ? ">R²" : ">explained");
    if (kind.isClassification()) {
      out.add(">AUC");
    }
    out.addAll(List.of(">seconds", ">non-zeros", ""));
    return out;
  }

  private boolean anyClasses() {
    return scores.stream().anyMatch(s -> s.kind().isClassification());
  }

  /** What is fitted to classes is not what the name says. */
  private String shown(MethodResult r) {
    return shown(r.name(), anyClasses());
  }

  /** A method's name for people: on classes the lasso is one of a logistic regression. */
  public static String shown(String method, boolean classes) {
    return classes && method.equals("mean-lasso") ? "mean-lasso (logistic)" : method;
  }

  private List<List<String>> means() {
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult r : results) {
      boolean failed = r.validation() == null;
      int nonZeros = r.nonZeros().stream().mapToInt(Integer::intValue).sum();
      rows.add(
          List.of(
              shown(r),
              failed ? "–" : ReadableText.number(1 - unexplained(r, scores)),
              time(r),
              r.nonZeros().isEmpty() ? "–" : Integer.toString(nonZeros),
              failed ? "failed: " + r.failure() : ""));
    }
    return rows;
  }

  private static String time(MethodResult r) {
    return String.format(java.util.Locale.ROOT, "%.1f", r.seconds());
  }

  private String verdict() {
    MethodResult best = results.get(0);
    MethodResult ours =
        results.stream().filter(r -> r.name().equals("auto")).findFirst().orElse(best);
    if (best.validation() == null) {
      return "No method could be fitted.\n";
    }
    if (ours == best || ours.validation() == null) {
      return "Lowest " + error() + ": " + shown(best) + ".\n";
    }
    double behind = unexplained(ours, scores) / unexplained(best, scores) - 1;
    return "Lowest "
        + error()
        + ": "
        + shown(best)
        + "; auto is "
        + ReadableText.percent(behind)
        + " above it.\n";
  }

  /** What is lowest: several targets have no one score. */
  private String error() {
    boolean one = scores.size() == 1 && !scores.get(0).kind().isPlain();
    return one ? ScoreText.shown(scores.get(0).kind()) : "error";
  }
}
