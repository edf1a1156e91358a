package org.slrm.internal.trees;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitListener;

/**
 * A small table in columns, NaN where missing.
 *
 * @param x by feature
 * @param y labels
 * @param weights how often each row counts
 */
record Rows(double[][] x, double[] y, double[] weights) {
  static final TreesConfig STUMP =
      TreesConfig.defaults()
          .withTrees(1)
          .withLeaves(2)
          .withLeastRows(1)
          .withL2(0)
          .withLearningRate(1);

  static Rows of(double[] feature, double[] y) {
    return new Rows(new double[][] {feature}, y, ones(y.length));
  }

  static double[] ones(int count) {
    double[] out = new double[count];
    Arrays.fill(out, 1);
    return out;
  }

  /** Products and steps of Gaussian features, a share of them missing. */
  static Rows drawn(int rows, int features, double missing, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[features][rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        x[j][i] = random.nextGaussian();
      }
      y[i] =
          x[0][i] * x[1 % features][i]
              + (x[features - 1][i] > 0.3 ? 1 : 0)
              + 0.3 * random.nextGaussian();
      for (int j = 0; j < features; j++) {
        x[j][i] = random.nextDouble() < missing ? Double.NaN : x[j][i];
      }
    }
    return new Rows(x, y, ones(rows));
  }

  Rows weighted(double... others) {
    return new Rows(x, y, others);
  }

  Rows withLabels(double[] others) {
    return new Rows(x, others, weights);
  }

  /** The same rows in another order, or some of them, or some twice. */
  Rows picked(int[] rows) {
    double[][] columns =
        Arrays.stream(x)
            .map(c -> IntStream.of(rows).mapToDouble(i -> c[i]).toArray())
            .toArray(double[][]::new);
    return new Rows(
        columns,
        IntStream.of(rows).mapToDouble(i -> y[i]).toArray(),
        IntStream.of(rows).mapToDouble(i -> weights[i]).toArray());
  }

  Bins bins() {
    return Bins.of(y.length, x.length, j -> x[j], weights, 255, Workers.single());
  }

  TreeTarget target() {
    return target(Gaussian.LABEL);
  }

  TreeTarget target(Label kind) {
    return new TreeTarget(kind, y, weights);
  }

  Forest fit(TreesConfig config) {
    return fit(config, Gaussian.LABEL, Workers.single());
  }

  Forest fit(TreesConfig config, Label kind, Workers workers) {
    return Boosting.fit(
        bins(),
        target(kind),
        config.trees(),
        config,
        new FitContext(1, workers, FitListener.NONE, null));
  }

  double[] row(int i) {
    return Arrays.stream(x).mapToDouble(c -> c[i]).toArray();
  }

  double[] predictions(Forest forest) {
    return IntStream.range(0, y.length).mapToDouble(i -> forest.predict(row(i))).toArray();
  }
}
