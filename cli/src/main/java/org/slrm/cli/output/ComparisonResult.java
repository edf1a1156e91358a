package org.slrm.cli.output;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.cli.report.compare.CompareInput.MethodResult;
import org.slrm.io.Table;
import org.slrm.result.CrossValidated;

/**
 * What compare tells; ordered by error, whoever wins.
 *
 * @param table what was read
 * @param results one per method
 * @param folds number of folds
 * @param seed the seed
 */
public record ComparisonResult(Table table, List<MethodResult> results, int folds, long seed) {
  public ComparisonResult {
    results =
        results.stream().sorted(Comparator.comparingDouble(ComparisonResult::unexplained)).toList();
  }

  /** Share of variance left, averaged over targets; methods that failed come last. */
  private static double unexplained(MethodResult r) {
    CrossValidated cv = r.validation();
    if (cv == null) {
      return Double.POSITIVE_INFINITY;
    }
    return IntStream.range(0, cv.targets()).mapToDouble(t -> 1 - cv.r2(t)).average().orElse(0);
  }

  public Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
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
        one.put("mse", cv.mse(t));
        one.put("standardError", cv.mseStandardError(t));
        one.put("r2", cv.r2(t));
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
      out.append(
          ReadableText.table(List.of("method", ">mean R²", ">seconds", ">non-zeros", ""), means()));
      out.append("\n--json has every target.\n");
    } else {
      for (int t = 0; t < targets; t++) {
        target(out, t);
      }
    }
    return out.append(verdict()).toString();
  }

  private void target(StringBuilder out, int t) {
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult r : results) {
      CrossValidated cv = r.validation();
      rows.add(
          cv == null
              ? List.of(r.name(), "–", "", "–", time(r), "–", "failed: " + r.failure())
              : List.of(
                  r.name(),
                  ReadableText.number(cv.mse(t)),
                  "± " + ReadableText.number(cv.mseStandardError(t)),
                  ReadableText.number(cv.r2(t)),
                  time(r),
                  r.nonZeros().isEmpty() ? "–" : Integer.toString(r.nonZeros().get(t)),
                  ""));
    }
    out.append(ForeignText.word(table.targetNames().get(t))).append('\n');
    out.append(
        ReadableText.table(
            List.of("method", ">squared error", "", ">R²", ">seconds", ">non-zeros", ""), rows));
    out.append('\n');
  }

  private List<List<String>> means() {
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult r : results) {
      boolean failed = r.validation() == null;
      int nonZeros = r.nonZeros().stream().mapToInt(Integer::intValue).sum();
      rows.add(
          List.of(
              r.name(),
              failed ? "–" : ReadableText.number(1 - unexplained(r)),
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
      return "Lowest error: " + best.name() + ".\n";
    }
    double behind = unexplained(ours) / unexplained(best) - 1;
    return "Lowest error: "
        + best.name()
        + "; auto is "
        + ReadableText.percent(behind)
        + " above it.\n";
  }
}
