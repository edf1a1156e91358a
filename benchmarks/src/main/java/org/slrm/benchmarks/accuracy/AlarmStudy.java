package org.slrm.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.slrm.Slrm;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteRow;
import org.slrm.method.StreamConfig;
import org.slrm.paper.Simulation;

/**
 * Delay and false-alarm rate of the drift alarm of streams: simulated streams with 30 % of their
 * entries missing, which change after 5,500 learned rows or never, for a range of thresholds and
 * allowances.
 *
 * <pre>
 * {@code java -cp ... org.slrm.benchmarks.accuracy.AlarmStudy 20}
 * </pre>
 */
public final class AlarmStudy {
  private static final int ROWS = 9000;
  private static final int CHANGE = 6000;

  /** First seed; the rule was tuned on smaller ones. */
  private static final long FIRST_SEED = 50_000;

  private final int features;
  private final int rank;
  private final int streams;

  /** The change of the rows. */
  private enum Change {
    NONE,
    NEW_SUBSPACE,
    THIRD_OF_ROWS,
    MORE_NOISE
  }

  private AlarmStudy(int features, int rank, int streams) {
    this.features = features;
    this.rank = rank;
    this.streams = streams;
  }

  /** Argument: streams of each kind. */
  public static void main(String[] args) {
    int streams = Integer.parseInt(args[0]);
    double[][] rules = {{10, 1}, {10, 0.5}, {15, 0.5}, {7, 0.5}};
    System.out.println(
        "features,threshold,allowance,change,false_per_100k,median,late_tenth,missed");
    for (AlarmStudy study :
        List.of(new AlarmStudy(30, 4, streams), new AlarmStudy(8, 2, streams))) {
      for (double[] rule : rules) {
        for (Change change : Change.values()) {
          study.print(change, rule[0], rule[1]);
        }
      }
    }
  }

  private void print(Change change, double threshold, double allowance) {
    List<Long> late = new ArrayList<>();
    long early = 0;
    long watched = 0;
    for (int s = 0; s < streams; s++) {
      SlrmStream stream =
          Slrm.stream(
              StreamConfig.ofRank(rank).withAlarmThreshold(threshold).withAlarmAllowance(allowance),
              features);
      long first = run(stream, change, FIRST_SEED + s);
      int end = change == Change.NONE ? ROWS : CHANGE;
      watched += end - 500;
      early += before;
      late.add(change == Change.NONE ? 0 : first);
    }
    Collections.sort(late);
    long missed = late.stream().filter(t -> t == Long.MAX_VALUE).count();
    System.out.printf(
        Locale.ROOT,
        "%d,%.1f,%.1f,%s,%.2f,%s,%s,%d%n",
        features,
        threshold,
        allowance,
        change.name().toLowerCase(Locale.ROOT),
        1e5 * early / watched,
        text(late.get(late.size() / 2)),
        text(late.get((int) (0.9 * late.size()))),
        missed);
  }

  private static String text(long rows) {
    return rows == Long.MAX_VALUE ? "-" : String.valueOf(rows);
  }

  private long before;

  /** Rows from the change to the first alarm after it; counts earlier alarms. */
  private long run(SlrmStream stream, Change change, long seed) {
    Simulation.Sample one = rows(seed);
    Simulation.Sample other = rows(seed + 100_000);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < ROWS; i++) {
      boolean changed = i >= CHANGE && change != Change.NONE;
      boolean from =
          changed
              && (change == Change.NEW_SUBSPACE
                  || change == Change.THIRD_OF_ROWS && random.nextInt(3) == 0);
      IncompleteRow row = (from ? other : one).x().row(i);
      if (changed && change == Change.MORE_NOISE) {
        double[] values = row.toNaN();
        Arrays.setAll(values, j -> values[j] + 0.5 * random.nextGaussian());
        row = IncompleteRow.ofNaN(values);
      }
      if (changed && i == CHANGE) {
        before = stream.alarms();
      }
      stream.update(row, (from ? other : one).y(i));
      if (changed && stream.alarms() > before) {
        return i + 1 - CHANGE;
      }
    }
    before = change == Change.NONE ? stream.alarms() : before;
    return Long.MAX_VALUE;
  }

  private Simulation.Sample rows(long seed) {
    return Simulation.builder()
        .rows(ROWS)
        .features(features)
        .rank(rank)
        .nonzeros(2)
        .keep(0.7)
        .noise(0.5)
        .seed(seed)
        .build()
        .train();
  }
}
