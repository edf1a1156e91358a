package org.slrm.io.train;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.io.Table;
import org.slrm.io.check.Words;
import org.slrm.io.source.InputException;
import org.slrm.method.LabelKind;

/**
 * Weights of rows by class, which multiply row weights. Predicted probabilities refer to the
 * weighted classes.
 *
 * <pre>{@code
 * TrainingSettings s = TrainingSettings.of("ill").withClassWeights(ClassWeights.of(Map.of("yes", 5.0)));
 * }</pre>
 *
 * @param balanced whether all classes get the same total weight
 * @param byClass weights by class; 1 for other classes
 */
public record ClassWeights(boolean balanced, Map<String, Double> byClass) {
  /** No class weights. */
  public static final ClassWeights NONE = new ClassWeights(false, Map.of());

  /** All classes get the same total weight. */
  public static final ClassWeights BALANCED = new ClassWeights(true, Map.of());

  /** Checks the weights and copies them. */
  public ClassWeights {
    byClass.forEach((level, weight) -> Checks.positive("weight of class " + level, weight));
    byClass = new LinkedHashMap<>(byClass);
  }

  /** Weights by class. */
  public static ClassWeights of(Map<String, Double> byClass) {
    return new ClassWeights(false, byClass);
  }

  /** Whether class weights are given. */
  public boolean given() {
    return balanced || !byClass.isEmpty();
  }

  /** The table with rows weighted by their class; unlabelled rows keep their weight. */
  Table in(Table table, List<LabelKind> kinds) {
    if (!given()) {
      return table;
    }
    long classes = kinds.stream().filter(LabelKind::isClassification).count();
    if (classes != 1) {
      throw new IllegalArgumentException(
          "--class-weights requires exactly one classification target, found " + classes);
    }
    int t = kinds.indexOf(LabelKind.CLASSES);
    double[] rowWeights = table.weights();
    double[] rows = rowWeights == null ? new double[table.rows()] : rowWeights.clone();
    if (rowWeights == null) {
      Arrays.fill(rows, 1);
    }
    double[] weights = balanced ? balanced(table, t, rows) : named(table, t);
    for (int i = 0; i < rows.length; i++) {
      double label = table.labels().valueAt(i, t);
      rows[i] *= Double.isNaN(label) ? 1 : weights[(int) label];
    }
    return new Table(
        table.features(), table.labels(), rows, table.schema(), table.report(), table.rawCells());
  }

  /** Weights with equal totals by class; the total over all rows does not change. */
  private static double[] balanced(Table table, int t, double[] rows) {
    double[] sum = new double[table.schema().target(t).levels().size()];
    for (int i = 0; i < rows.length; i++) {
      double label = table.labels().valueAt(i, t);
      if (!Double.isNaN(label)) {
        sum[(int) label] += rows[i];
      }
    }
    double total = Arrays.stream(sum).sum();
    double present = Arrays.stream(sum).filter(s -> s > 0).count();
    return Arrays.stream(sum).map(s -> s > 0 ? total / (present * s) : 1).toArray();
  }

  private double[] named(Table table, int t) {
    List<String> levels = table.schema().target(t).levels();
    double[] out = new double[levels.size()];
    Arrays.fill(out, 1);
    byClass.forEach(
        (level, weight) -> {
          int k = levels.indexOf(level);
          if (k < 0) {
            throw new IllegalArgumentException(
                "--class-weights must be balanced or name classes of %s: %s; got %s"
                    .formatted(
                        table.targetNames().get(t),
                        Words.firstAndLast(levels.stream().map(InputException::shown).toList(), 6),
                        level));
          }
          out[k] = weight;
        });
    return out;
  }
}
