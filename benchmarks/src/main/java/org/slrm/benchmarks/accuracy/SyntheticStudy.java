package org.slrm.benchmarks.accuracy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.method.AutoConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/**
 * The default method on the paper's synthetic set-up, against the Bayes predictor of the same rows.
 * Arguments: names of set-ups as {@code sigma/rows}, {@code weak}, or {@code union} for three
 * subspaces with separate regressors, then {@code --seeds N} and {@code --first S}. Prints one CSV
 * line per run.
 */
public final class SyntheticStudy {
  private static final int TEST_ROWS = 5000;

  private SyntheticStudy() {}

  /** Runs it. */
  public static void main(String[] args) {
    List<String> words = Arrays.asList(args);
    int seeds = option(words, "--seeds", 5);
    int first = option(words, "--first", 1);
    System.out.println(
        "setup,seed,mse,bayes,ratio,relative_mse,coverage,coverage_q1,coverage_q2,coverage_q3,coverage_q4,seconds,rank,components");
    words.stream()
        .takeWhile(name -> !name.startsWith("--"))
        .forEach(
            name ->
                IntStream.range(first, first + seeds)
                    .forEach(s -> System.out.println(name + "," + s + "," + run(setUp(name, s)))));
  }

  private static int option(List<String> words, String name, int otherwise) {
    int at = words.indexOf(name);
    return at < 0 ? otherwise : Integer.parseInt(words.get(at + 1));
  }

  private static Simulation setUp(String name, int seed) {
    Simulation.Builder b =
        Simulation.builder().features(100).rank(30).nonzeros(10).keep(0.75).seed(seed);
    if (name.equals("weak")) {
      return b.rows(1000).noise(0.1).fallingScales(3, 0.6).labelOnLast(10).build();
    }
    if (name.equals("union")) {
      return b.rows(1500)
          .features(60)
          .rank(4)
          .nonzeros(3)
          .subspaces(3)
          .keep(0.7)
          .noise(0.3)
          .build();
    }
    String[] parts = name.split("/");
    return b.noise(Double.parseDouble(parts[0])).rows(Integer.parseInt(parts[1])).build();
  }

  private static String run(Simulation simulation) {
    Simulation.Sample train = simulation.train();
    Simulation.Sample test = simulation.test(TEST_ROWS);
    long start = System.nanoTime();
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(train.x(), train.y());
    double seconds = (System.nanoTime() - start) / 1e9;
    Predictions p = model.predict(test.x());
    double mse = Metrics.mse(test.y(), p.mean());
    double bayes = Metrics.mse(test.y(), simulation.union().bayes(test.x()).mean());
    double[] c = coverage(test.y(), p);
    return String.format(
        Locale.ROOT,
        "%.6g,%.6g,%.4f,%.4g,%.3f,%.3f,%.3f,%.3f,%.3f,%.1f,%d,%d",
        mse,
        bayes,
        mse / bayes,
        1 - Metrics.r2(test.y(), p.mean()),
        c[4],
        c[0],
        c[1],
        c[2],
        c[3],
        seconds,
        model.report().rank(),
        components(model));
  }

  /** Components of the heaviest mixture, 1 without one. */
  private static int components(SlrmModel model) {
    return model.members().stream()
        .filter(part -> part.kind().equals("mixture"))
        .max(Comparator.comparingDouble(part -> part.weight(0)))
        .map(part -> part.components().size())
        .orElse(1);
  }

  /** Coverage by quarter of rows by number of observed entries, then overall. */
  private static double[] coverage(double[] y, Predictions p) {
    Integer[] order = IntStream.range(0, y.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingInt(p::observed));
    double[] out = new double[5];
    for (int r = 0; r < order.length; r++) {
      int i = order[r];
      if (y[i] >= p.lower(i, 0) && y[i] <= p.upper(i, 0)) {
        out[r * 4 / order.length] += 4.0 / order.length;
        out[4] += 1.0 / order.length;
      }
    }
    return out;
  }
}
