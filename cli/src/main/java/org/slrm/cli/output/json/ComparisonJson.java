package org.slrm.cli.output.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.result.ComparisonResult;
import org.slrm.cli.result.MethodResult;
import org.slrm.cli.result.RowLosses;
import org.slrm.io.check.DataWarning;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;
import org.slrm.result.CrossValidated;

/** A comparison of methods as one JSON object. */
public record ComparisonJson(ComparisonResult result) {

  public Map<String, Object> map() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("warnings", result.warnings().stream().map(DataWarning::toMap).toList());
    out.put("rows", result.table().rows());
    out.put("features", result.table().features().columns());
    out.put("targets", result.table().targetNames());
    out.put("missing", result.table().features().missingShare());
    out.put("folds", result.folds());
    out.put("seed", result.seed());
    out.put("results", result.results().stream().map(this::json).toList());
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
        one.put("target", result.table().targetNames().get(t));
        scores(cv, t, one);
        one.put("nonZeros", r.nonZeros().isEmpty() ? null : r.nonZeros().get(t));
        all.add(one);
      }
      out.putAll(FitJson.perTarget(all));
    }
    out.put("seconds", r.seconds());
    return out;
  }

  private void scores(CrossValidated cv, int t, Map<String, Object> out) {
    boolean classes = result.scores().get(t).kind() == LabelKind.CLASSES;
    RowLosses losses = RowLosses.of(cv, t, result.scores().get(t));
    out.put("mse", classes ? Double.NaN : cv.mse(t));
    out.put("standardError", classes ? Double.NaN : cv.mseStandardError(t));
    out.put("r2", classes ? Double.NaN : cv.r2(t));
    out.put("score", losses.mean());
    out.put("scoreName", result.scores().get(t).name());
    out.put("scoreStandardError", losses.standardError());
    out.put("explained", losses.explained());
    if (classes) {
      ClassMetrics m = RowLosses.metrics(cv, t);
      out.put("accuracy", m.accuracy());
      out.put("auc", m.auc());
    }
  }
}
