package org.slrm.paper.internal.algorithm.passes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.run.Workers;
import org.slrm.result.FitListener;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;

/**
 * The common search of the paper's methods: the same number of settings, rows and row visits for
 * each, evaluated on the same held-out rows. A method only defines its axes.
 *
 * <p>Stage 1 tries the plain setting, which has no penalties and lies in the middle of every other
 * axis, and spreads the rest of its first half over all values of every axis. Stage 2 has a quarter
 * of the settings, each with four times the visits, and starts with the best of stage 1 and the
 * plain setting; stage 3 halves the settings again with four times the visits. The remaining
 * settings of a stage are moves: the best so far changed by one value of one axis, four at a time.
 * The result is the best of stage 3.
 */
public final class SettingsSearch {
  private static final int STAGES = 3;

  /** Factor of rows visited from one stage to the next. */
  private static final int GROWTH = 4;

  /** Number of settings, as a divisor of the first stage's. */
  private static final int[] FEWER = {1, 4, 8};

  /** Most passes of a stage, for small tables. */
  private static final int[] MAX_PASSES = {8, 32, 128};

  /**
   * Budget of a stage for each setting.
   *
   * @param number from 0
   * @param settings how many are tried
   * @param rows rows that are visited
   * @param passes most visits of each
   */
  public record Stage(int number, int settings, int rows, int passes) {
    /** The stage of a search with the given number of settings and first-stage visits. */
    static Stage of(int number, int settings, long visits, int available) {
      long mine = visits * (long) Math.pow(GROWTH, number);
      int rows = (int) Math.min(available, Math.max(2, mine / 2));
      int passes = (int) Math.max(1, Math.min(MAX_PASSES[number], mine / rows));
      return new Stage(number, Math.max(1, settings / FEWER[number]), rows, passes);
    }
  }

  /**
   * The result of a setting.
   *
   * @param error on the held-out rows
   * @param standardError of that error
   * @param visits row visits
   */
  public record Outcome(double error, double standardError, long visits) {}

  /** Evaluates a setting. */
  @FunctionalInterface
  public interface SettingsError {
    Outcome of(int[] places, Stage stage);
  }

  /** Moves that are tried at once. */
  private static final int MOVES = 4;

  private record Tried(int[] places, Stage stage, Outcome outcome) {}

  private final List<Symbol.Axis> axes;
  private final List<Stage> stages;
  private final SplittableRandom random;
  private final List<Tried> tried = new ArrayList<>();

  /**
   * A search.
   *
   * @param settings tried in the first stage
   * @param visits row visits for each of them
   * @param rows number of rows
   */
  public SettingsSearch(List<Symbol.Axis> axes, int settings, long visits, int rows, long seed) {
    this.axes = axes;
    stages = IntStream.range(0, STAGES).mapToObj(s -> Stage.of(s, settings, visits, rows)).toList();
    random = new SplittableRandom(seed);
  }

  /** Budget of each stage. */
  public List<Stage> stages() {
    return stages;
  }

  /**
   * Positions of the best setting on the axes; the plain setting if there is no time for a search.
   */
  public int[] best(SettingsError error, Workers workers, FitListener listener) {
    List<int[]> next = spread((stages.get(0).settings() + 1) / 2);
    if (next.size() == 1) {
      return next.get(0);
    }
    List<Tried> ranked = List.of();
    if (!goesOn(listener, ranked)) {
      return plain();
    }
    for (Stage stage : stages) {
      ranked = stage(next, stage, error, workers, listener);
      next = next(ranked);
      if (!goesOn(listener, ranked)) {
        break;
      }
    }
    return ranked.get(0).places();
  }

  private boolean goesOn(FitListener listener, List<Tried> ranked) {
    double error = ranked.isEmpty() ? Double.NaN : ranked.get(0).outcome().error();
    return listener.onProgress(new FitListener.Progress("search", Double.NaN, tried.size(), error));
  }

  /** The best of a stage, followed by the plain setting, which every stage tries. */
  private List<int[]> next(List<Tried> ranked) {
    int[] plain = plain();
    List<int[]> out = new ArrayList<>();
    for (Tried t : ranked) {
      if (!same(t, plain)) {
        out.add(t.places());
      }
    }
    out.add(same(ranked.get(0), plain) ? 0 : 1, plain);
    return out;
  }

  /** The plain setting: without penalties, in the middle of every other axis. */
  private int[] plain() {
    return axes.stream().mapToInt(Symbol.Axis::plain).toArray();
  }

  /** The first settings of a stage; after stage 1 a third of its number, followed by moves. */
  private List<Tried> stage(
      List<int[]> settings,
      Stage stage,
      SettingsError error,
      Workers workers,
      FitListener listener) {
    int first = stage.number() == 0 ? settings.size() : Math.max(2, stage.settings() / 3);
    int limit = Math.min(first, stage.settings());
    List<int[]> next = settings.subList(0, Math.min(limit, settings.size()));
    List<Tried> ranked = new ArrayList<>();
    while (!next.isEmpty() && (ranked.isEmpty() || goesOn(listener, ranked))) {
      tried(next, stage, error, workers, ranked);
      int left = Math.min(MOVES, stage.settings() - ranked.size());
      next = moves(ranked.get(0).places(), ranked).stream().limit(Math.max(0, left)).toList();
    }
    return ranked;
  }

  /** Every value of an axis equally often, each axis in its own random order. */
  private List<int[]> spread(int settings) {
    long different = 1;
    for (Symbol.Axis axis : axes) {
      different = Math.min(Integer.MAX_VALUE, different * axis.values().length);
    }
    List<int[]> out = new ArrayList<>();
    int n = different == 1 ? 1 : settings;
    int[][] columns = new int[axes.size()][];
    for (int a = 0; a < columns.length; a++) {
      int values = axes.get(a).values().length;
      columns[a] =
          IntStream.of(Folds.shuffled(n, random.nextLong())).map(k -> k % values).toArray();
    }
    if (n > 1) {
      out.add(plain());
    }
    for (int k = 0; k < n && out.size() < n; k++) {
      int row = k;
      int[] places = IntStream.range(0, columns.length).map(a -> columns[a][row]).toArray();
      if (out.stream().noneMatch(p -> Arrays.equals(p, places))) {
        out.add(places);
      }
    }
    return out;
  }

  private static boolean same(Tried t, int[] places) {
    return Arrays.equals(t.places(), places);
  }

  /** Untried neighbours, one value up or down one axis, in random order. */
  private List<int[]> moves(int[] from, List<Tried> evaluated) {
    List<int[]> out = new ArrayList<>();
    for (int k : Folds.shuffled(2 * from.length, random.nextLong())) {
      int[] to = from.clone();
      to[k / 2] += k % 2 == 0 ? -1 : 1;
      boolean there = to[k / 2] >= 0 && to[k / 2] < axes.get(k / 2).values().length;
      if (there && evaluated.stream().noneMatch(t -> same(t, to))) {
        out.add(to);
      }
    }
    return out;
  }

  /** Evaluates settings and ranks them, best first; ties in order of evaluation. */
  private void tried(
      List<int[]> settings, Stage stage, SettingsError error, Workers workers, List<Tried> ranked) {
    Tried[] out = new Tried[settings.size()];
    workers.run(
        out.length,
        (worker, k) ->
            out[k] = new Tried(settings.get(k), stage, error.of(settings.get(k), stage)));
    tried.addAll(List.of(out));
    ranked.addAll(List.of(out));
    ranked.sort(Comparator.comparingDouble(t -> comparable(t.outcome().error())));
  }

  private static double comparable(double error) {
    return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
  }

  /** Number of evaluations. */
  public int count() {
    return tried.size();
  }

  /** Their row visits. */
  public long visits() {
    return tried.stream().mapToLong(t -> t.outcome().visits()).sum();
  }

  /** All evaluations, with errors in scaled units. */
  public List<FitReport.CandidateScore> candidates(
      String method, Units units, int target, int[] chosen) {
    List<FitReport.CandidateScore> out = new ArrayList<>();
    for (Tried t : tried) {
      Map<String, Object> settings =
          new LinkedHashMap<>(Parameters.at(axes, t.places(), units, t.stage().rows()).found());
      settings.put("rows", t.stage().rows());
      settings.put("passes", t.stage().passes());
      boolean last = t.stage().number() == STAGES - 1;
      out.add(
          new FitReport.CandidateScore(
              method,
              units.rank(),
              target,
              t.outcome().error(),
              t.outcome().standardError(),
              last && same(t, chosen) ? 1 : 0,
              settings));
    }
    return out;
  }
}
