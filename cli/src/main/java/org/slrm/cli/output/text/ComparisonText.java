package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.ComparisonResult;
import org.slrm.cli.result.MethodResult;
import org.slrm.cli.result.RowLosses;
import org.slrm.method.LabelKind;
import org.slrm.result.CrossValidated;

/** A comparison of methods as text. */
public record ComparisonText(ComparisonResult result) {

  /** Tables of the targets and the method with the smallest error. */
  public String text() {
    StringBuilder out = new StringBuilder();
    int targets = result.table().targetNames().size();
    out.append(ReadableText.count(result.table().rows())).append(" rows, ");
    out.append(NumberText.count(result.table().features().columns(), "feature")).append(", ");
    out.append(ReadableText.percent(result.table().features().missingShare())).append(" missing; ");
    out.append(result.folds())
        .append(" folds, the same for every method, seed ")
        .append(result.seed())
        .append("\n\n");
    if (targets > 4) {
      boolean numbers = result.scores().stream().allMatch(s -> s.kind() == LabelKind.NUMERIC);
      String mean = numbers ? ">mean R²" : ">mean explained";
      out.append(
          ReadableText.table(List.of("method", mean, ">seconds", ">non-zeros", ""), means()));
      out.append("\n--json has every target.\n");
    } else {
      for (int t = 0; t < targets; t++) {
        target(out, t);
      }
    }
    if (anyClasses() && result.results().stream().anyMatch(r -> r.name().equals("mean-lasso"))) {
      out.append("mean-lasso on classes: a logistic lasso on mean-imputed features.\n");
    }
    return out.append(verdict()).toString();
  }

  private void target(StringBuilder out, int t) {
    LabelKind kind = result.scores().get(t).kind();
    boolean classes = kind == LabelKind.CLASSES;
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult r : result.results()) {
      CrossValidated cv = r.validation();
      List<String> row = new ArrayList<>(List.of(shown(r)));
      if (cv == null) {
        row.addAll(classes ? List.of("–", "", "–", "–") : List.of("–", "", "–"));
      } else {
        RowLosses losses = RowLosses.of(cv, t, result.scores().get(t));
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
    out.append(ForeignText.word(result.table().targetNames().get(t))).append('\n');
    out.append(ReadableText.table(header(kind), rows));
    out.append('\n');
  }

  private List<String> header(LabelKind kind) {
    List<String> out = new ArrayList<>(List.of("method"));
    out.add(kind == LabelKind.NUMERIC ? ">squared error" : ">" + ScoreText.shown(kind));
    out.add("");
    out.add(kind == LabelKind.NUMERIC ? ">R²" : ">explained");
    if (kind == LabelKind.CLASSES) {
      out.add(">AUC");
    }
    out.addAll(List.of(">seconds", ">non-zeros", ""));
    return out;
  }

  private boolean anyClasses() {
    return result.scores().stream().anyMatch(s -> s.kind() == LabelKind.CLASSES);
  }

  /** The displayed name of a method. */
  private String shown(MethodResult r) {
    return shown(r.name(), anyClasses());
  }

  /** A method's name in text: for classes the lasso is a logistic regression. */
  public static String shown(String method, boolean classes) {
    return classes && method.equals("mean-lasso") ? "mean-lasso (logistic)" : method;
  }

  private List<List<String>> means() {
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult r : result.results()) {
      boolean failed = r.validation() == null;
      int nonZeros = r.nonZeros().stream().mapToInt(Integer::intValue).sum();
      rows.add(
          List.of(
              shown(r),
              failed
                  ? "–"
                  : ReadableText.number(1 - ComparisonResult.unexplained(r, result.scores())),
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
    MethodResult best = result.results().get(0);
    MethodResult ours =
        result.results().stream().filter(r -> r.name().equals("auto")).findFirst().orElse(best);
    if (best.validation() == null) {
      return "No method could be fitted.\n";
    }
    if (ours == best || ours.validation() == null) {
      return "Lowest " + error() + ": " + shown(best) + ".\n";
    }
    double behind =
        ComparisonResult.unexplained(ours, result.scores())
                / ComparisonResult.unexplained(best, result.scores())
            - 1;
    return "Lowest %s: %s; auto is %s above it.\n"
        .formatted(error(), shown(best), ReadableText.percent(behind));
  }

  /** The score that is compared: several targets have no common score. */
  private String error() {
    boolean one = result.scores().size() == 1 && result.scores().get(0).kind() != LabelKind.NUMERIC;
    return one ? ScoreText.shown(result.scores().get(0).kind()) : "error";
  }
}
