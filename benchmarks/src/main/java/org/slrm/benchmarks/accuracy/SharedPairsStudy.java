package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Metrics;

/**
 * Shared norms of lassos on label-free factor scores for real tables with multiple targets: for
 * each train/test pair of a folder and each rank, the test error relative to the variance, mean
 * over targets, of separate lassos, both shared norms and the one selected by cross-validation.
 *
 * <pre>
 * {@code java -cp ... org.slrm.benchmarks.accuracy.SharedPairsStudy TASKS/atp-multi 8,16,32 y1 y2}
 * </pre>
 */
public final class SharedPairsStudy {
  private SharedPairsStudy() {}

  /** Arguments: folder, ranks, names of the targets. */
  public static void main(String[] args) throws IOException {
    int[] ranks = Arrays.stream(args[1].split(",")).mapToInt(Integer::parseInt).toArray();
    List<String> targets = List.of(args).subList(2, args.length);
    System.out.println("pair,rank,none,l21,nuclear,chosen,norm");
    for (String name : TaskPair.names(Path.of(args[0]), ".*")) {
      ReadOptions options = ReadOptions.builder().targets(targets).build();
      TaskPair pair = TaskPair.read(Path.of(args[0]), name, options);
      for (int rank : ranks) {
        row(name, pair.train(), pair.test(), rank);
      }
    }
  }

  private static void row(String name, Table train, Table test, int rank) {
    Scaling x = Scaling.of(train.features(), Scaling.Kind.STANDARDIZE);
    Scaling y = Scaling.of(train.labels(), Scaling.Kind.STANDARDIZE);
    TrainingData data = new TrainingData(x.apply(train.features()), y.apply(train.labels()));
    FitContext context = FitContext.of(1);
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(rank);
    Factors fitted = new LikelihoodSolver(config).labelFree(data, null, context).factors();
    Factors f = Canonical.of(fitted, data.x().columns());
    DenseDesign design = new DenseDesign(codes(f, data.x()), rank);
    double[] unseen = codes(f, x.apply(test.features()));
    IncompleteMatrix labels = y.apply(test.labels());
    StringBuilder line = new StringBuilder(name + "," + rank);
    for (Norm norm : Norm.values()) {
      SharedChoice single = SharedChoice.among(List.of(norm), design, data, context);
      line.append(String.format(Locale.ROOT, ",%.4f", error(single, unseen, rank, labels)));
    }
    SharedChoice chosen = SharedChoice.among(Norm.ALL, design, data, context);
    line.append(String.format(Locale.ROOT, ",%.4f,", error(chosen, unseen, rank, labels)));
    System.out.println(line.append(chosen.norm().word()));
  }

  private static double[] codes(Factors f, IncompleteMatrix x) {
    return ImputedFeatures.of(f, x, false, Workers.single()).scores();
  }

  /** Mean over targets of test error / variance. */
  private static double error(SharedChoice choice, double[] codes, int d, IncompleteMatrix labels) {
    int n = labels.rows();
    double sum = 0;
    for (int t = 0; t < labels.columns(); t++) {
      PenaltyChoice c = choice.choices().get(t);
      double[] y = new double[n];
      double[] prediction = new double[n];
      for (int i = 0; i < n; i++) {
        y[i] = labels.valueAt(i, t);
        prediction[i] = c.intercept() + Vectors.dot(codes, i * d, c.w(), 0, d);
      }
      sum += (1 - Metrics.r2(y, prediction)) / labels.columns();
    }
    return sum;
  }
}
