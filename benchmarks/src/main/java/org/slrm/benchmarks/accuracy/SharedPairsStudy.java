package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
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
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LikelihoodConfig;

/**
 * Shared norms of lassos on label-free factor scores for real tables with several targets: for each
 * train/test pair of a folder and each rank, the test error relative to the variance, mean over
 * targets, of separate lassos, both shared norms and the one chosen by folds.
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
    for (String name : pairs(Path.of(args[0]))) {
      ReadOptions options = ReadOptions.builder().targets(targets).build();
      Table train = Tables.read(args[0] + "/" + name + ".train.csv", options);
      Table test = Tables.read(args[0] + "/" + name + ".test.csv", options, train.schema());
      for (int rank : ranks) {
        row(name, train, test, rank);
      }
    }
  }

  private static List<String> pairs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(".train.csv"))
          .map(f -> f.replace(".train.csv", ""))
          .sorted()
          .toList();
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
      SharedChoice by = SharedChoice.among(List.of(norm), design, data, context);
      line.append(String.format(Locale.ROOT, ",%.4f", error(by, unseen, rank, labels)));
    }
    SharedChoice chosen = SharedChoice.among(Norm.ALL, design, data, context);
    line.append(String.format(Locale.ROOT, ",%.4f,", error(chosen, unseen, rank, labels)));
    System.out.println(line.append(chosen.norm().word()));
  }

  private static double[] codes(Factors f, IncompleteMatrix x) {
    return ImputedFeatures.of(f, x, false, Workers.single()).scores();
  }

  /** Mean over targets of test error / variance. */
  private static double error(SharedChoice by, double[] codes, int d, IncompleteMatrix labels) {
    int targets = labels.columns();
    double sum = 0;
    for (int t = 0; t < targets; t++) {
      PenaltyChoice each = by.choices().get(t);
      double error = 0;
      double square = 0;
      double total = 0;
      for (int i = 0; i < labels.rows(); i++) {
        double y = labels.valueAt(i, t);
        double off = y - each.intercept() - Vectors.dot(codes, i * d, each.w(), 0, d);
        error += off * off;
        square += y * y;
        total += y;
      }
      sum += error / (square - total * total / labels.rows()) / targets;
    }
    return sum;
  }
}
