package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * Task-driven dictionary learning (Mairal, Bach and Ponce 2012) over observed entries: a dictionary
 * learned without labels, then moved down the gradient of the labels' loss through the codes. For
 * labels that depend on what explains little of the features.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(TaskDrivenConfig.defaults()).fit(x, y);
 * }</pre>
 *
 * @param start how the dictionary is learned without labels
 * @param stepSize ρ: how far the first steps move the dictionary, whose atoms have length 1; 0
 *     leaves it as it is, null lets held-out rows choose
 * @param passes passes over the labelled rows
 * @param supervision μ: weight of the labels' loss; that of the features' loss is 1 − μ
 * @param ridge ν: squared penalty of the regressor during the descent
 */
public record TaskDrivenConfig(
    DictionaryConfig start, @Nullable Double stepSize, int passes, double supervision, double ridge)
    implements MethodConfig {

  public TaskDrivenConfig {
    Checks.notNegative("stepSize", stepSize == null ? 0 : stepSize);
    Checks.atLeast("passes", passes, 1);
    if (!(supervision >= 0 && supervision <= 1)) {
      throw new IllegalArgumentException("supervision must be in [0, 1], got " + supervision);
    }
    Checks.notNegative("ridge", ridge);
  }

  /** Step size by held-out rows, 40 passes, labels alone. */
  public static TaskDrivenConfig defaults() {
    return new TaskDrivenConfig(DictionaryConfig.defaults(), null, 40, 1, 1e-4);
  }

  public TaskDrivenConfig withStart(DictionaryConfig value) {
    return new TaskDrivenConfig(value, stepSize, passes, supervision, ridge);
  }

  public TaskDrivenConfig withStepSize(double value) {
    return new TaskDrivenConfig(start, value, passes, supervision, ridge);
  }

  public TaskDrivenConfig withPasses(int value) {
    return new TaskDrivenConfig(start, stepSize, value, supervision, ridge);
  }

  public TaskDrivenConfig withSupervision(double value) {
    return new TaskDrivenConfig(start, stepSize, passes, value, ridge);
  }

  @Override
  public String method() {
    return "task-driven";
  }

  @Override
  public Scaling.Kind scaling() {
    return start.scaling();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>(start.settings());
    out.put("stepSize", stepSize == null ? "auto" : (Object) stepSize);
    out.put("passes", passes);
    out.put("supervision", supervision);
    out.put("ridge", ridge);
    return out;
  }
}
