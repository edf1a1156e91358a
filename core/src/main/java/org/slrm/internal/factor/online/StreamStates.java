package org.slrm.internal.factor.online;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Layout;
import org.slrm.internal.predict.LayoutStates;
import org.slrm.internal.predict.StateValues;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.StreamConfig;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Streams as plain values and back. */
public final class StreamStates {
  /** More targets than any stream has: damaged files may claim too much memory. */
  private static final int MAX_TARGETS = 1_000_000;

  private static final Scaling NONE = Scaling.of(new double[0], new double[0]);

  private static final String BEFORE = "before";

  private StreamStates() {}

  /** Counters of a stream. Mutable. */
  public static final class Counters {
    /** Rows seen. */
    public long rows;

    /** Rows with a label. */
    public long labelled;

    /** Known feature entries. */
    public long known;

    /** Batches learned from after the first fit. */
    public long batches;

    /** Alarms raised. */
    public long alarms;

    /** Rows seen at the last alarm. */
    public long lastAlarm;

    /** Whether an alarm is raised. */
    public boolean alarm;

    /** Whether rows are collected for a new first fit. */
    public boolean restarting;

    public Counters copy() {
      return read(write());
    }

    private Map<String, Object> write() {
      Map<String, Object> v = new LinkedHashMap<>();
      v.put("rows", rows);
      v.put("labelledRows", labelled);
      v.put("knownEntries", known);
      v.put("batches", batches);
      v.put("alarms", alarms);
      v.put("lastAlarm", lastAlarm);
      v.put("alarm", alarm);
      v.put("restarting", restarting);
      return v;
    }

    private static Counters read(Map<String, Object> v) {
      Counters c = new Counters();
      c.rows = count(v, "rows");
      c.labelled = count(v, "labelledRows");
      c.known = count(v, "knownEntries");
      c.batches = count(v, "batches");
      c.alarms = count(v, "alarms");
      c.lastAlarm = count(v, "lastAlarm");
      c.alarm = Boolean.TRUE.equals(v.get("alarm"));
      c.restarting = Boolean.TRUE.equals(v.get("restarting"));
      return c;
    }

    private static long count(Map<String, Object> v, String name) {
      return (long) Checks.notNegative(name, StateValues.number(v, name));
    }
  }

  /**
   * The parts of a stream.
   *
   * @param config settings
   * @param counts counters
   * @param x features of the waiting rows
   * @param y their labels
   * @param oldX features of the labelled rows in memory
   * @param oldY their labels
   * @param places position of that memory
   * @param scaling of the features, of no columns before the first fit
   * @param targetScaling of the targets, likewise
   * @param online the learned state, null before the first fit
   * @param detector state of the alarm
   * @param tracker factors of intervals
   * @param kinds label kinds
   * @param layout the targets' columns, null before the first fit
   */
  public record StreamParts(
      StreamConfig config,
      Counters counts,
      IncompleteMatrix x,
      IncompleteMatrix y,
      IncompleteMatrix oldX,
      IncompleteMatrix oldY,
      double[] places,
      Scaling scaling,
      Scaling targetScaling,
      @Nullable OnlineModel online,
      double[] detector,
      IntervalTracker tracker,
      List<LabelKind> kinds,
      @Nullable Layout layout) {}

  public static ModelState write(StreamParts p) {
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Array> arrays = new LinkedHashMap<>();
    values.put("features", p.x.columns());
    values.put("targets", p.y.columns());
    values.put("started", p.online != null);
    values.put("settings", p.config.settings());
    values.put("counts", p.counts.write());
    values.put("kinds", p.kinds.stream().map(LabelKind::label).toList());
    if (p.layout != null) {
      LayoutStates.write(p.layout, values);
    }
    StateValues.put(arrays, "detector", p.detector);
    StateValues.put(arrays, "interval_factors", p.tracker.state());
    putRows(arrays, "waiting_features", p.x);
    putRows(arrays, "waiting_labels", p.y);
    putRows(arrays, "kept_features", p.oldX);
    putRows(arrays, "kept_labels", p.oldY);
    StateValues.put(arrays, "kept_places", p.places);
    if (p.online != null) {
      StateValues.putScaling(arrays, "feature", p.scaling);
      StateValues.putScaling(arrays, "target", p.targetScaling);
      p.online.write(values, arrays);
    }
    return new ModelState(values, arrays);
  }

  /** A stream from its state; inconsistent states are rejected with name, rule and value. */
  public static StreamParts read(ModelState state, OnlineModel.Reader models) {
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    Checks.atLeast("features", features, 1);
    Checks.between("targets", targets, 1, MAX_TARGETS);
    StreamConfig config = config(StateValues.map(state.values(), "settings"));
    boolean started = Boolean.TRUE.equals(state.values().get("started"));
    IncompleteMatrix x = rows(state, "waiting_features", features);
    IncompleteMatrix y = rows(state, "waiting_labels", targets);
    Checks.equal("rows of waiting labels", y.rows(), "rows of waiting features", x.rows());
    // The first checkpoints have no labelled rows in memory.
    boolean remembers = state.arrays().containsKey("kept_places");
    IncompleteMatrix oldX = remembers ? rows(state, "kept_features", features) : none(features);
    IncompleteMatrix oldY = remembers ? rows(state, "kept_labels", targets) : none(targets);
    Checks.equal("rows of stored labels", oldY.rows(), "rows of stored features", oldX.rows());
    Scaling scaling = started ? StateValues.scaling(state, "feature", features) : NONE;
    Layout layout = LayoutStates.layoutOf(state, targets);
    Checks.equal("targets of the layout", layout.size(), "targets", targets);
    Scaling targetScaling = started ? StateValues.scaling(state, "target", layout.columns()) : NONE;
    OnlineModel checked = null;
    if (started) {
      Checks.between("rank", config.rank(), 1, features);
      LayoutStates.checkUnits(layout, targetScaling);
      checked = models.read(state, config, features, layout.labels());
      layout.encode(oldY);
      StreamStateChecks.check(checked, config, scaling, targetScaling, layout.labels());
    }
    StreamRowFilter.checkAll(x, y, checked, layout, scaling, targetScaling);
    return new StreamParts(
        config,
        Counters.read(StateValues.map(state.values(), "counts")),
        x,
        y,
        oldX,
        oldY,
        remembers ? StateValues.array(state, "kept_places", 2) : new double[2],
        scaling,
        targetScaling,
        // The checks take a step with the model, so it is read again.
        started ? models.read(state, config, features, layout.labels()) : null,
        StreamStateChecks.detector(state),
        tracker(state, config, targets),
        kinds(state, targets),
        started ? layout : null);
  }

  /** Checkpoints without factors start with Gaussian ones. */
  private static IntervalTracker tracker(ModelState state, StreamConfig config, int targets) {
    IntervalTracker out = new IntervalTracker(targets, config.calibrationStep());
    if (state.arrays().containsKey("interval_factors")) {
      int size = IntervalTracker.size(targets);
      out.resume(StateValues.array(state, "interval_factors", size));
    }
    return out;
  }

  private static List<LabelKind> kinds(ModelState state, int targets) {
    if (!(state.values().get("kinds") instanceof List<?> names)) {
      return Collections.nCopies(targets, LabelKind.NUMERIC);
    }
    Checks.equal("kinds", names.size(), "targets", targets);
    return names.stream().map(n -> LabelKind.of(String.valueOf(n))).toList();
  }

  /** A stream with the model that predicts until the first fit. */
  public static ModelState withBefore(ModelState stream, ModelState model) {
    Map<String, Object> values = new LinkedHashMap<>(stream.values());
    values.put(BEFORE, model.values());
    Map<String, Array> arrays = new LinkedHashMap<>(stream.arrays());
    model.arrays().forEach((name, array) -> arrays.put(BEFORE + "_" + name, array));
    return new ModelState(values, arrays);
  }

  /** The model that predicts until the first fit, if the stream started with one. */
  public static Optional<ModelState> before(ModelState stream) {
    if (!stream.values().containsKey(BEFORE)) {
      return Optional.empty();
    }
    Map<String, Array> arrays = StateValues.under(stream, BEFORE + "_").arrays();
    return Optional.of(new ModelState(StateValues.map(stream.values(), BEFORE), arrays));
  }

  private static StreamConfig config(Map<String, Object> v) {
    LikelihoodConfig.Noise noise =
        LikelihoodConfig.Noise.valueOf(String.valueOf(v.get("noise")).toUpperCase(Locale.ROOT));
    LikelihoodConfig likelihood =
        LikelihoodConfig.defaults()
            .withRank(StateValues.integer(v, "rank"))
            .withNoise(noise)
            .withSupervision(StateValues.number(v, "supervision"))
            .withLoadingPrior(StateValues.number(v, "loadingPrior"))
            .withNoisePrior(StateValues.number(v, "noisePrior"))
            .withNoiseFloor(StateValues.number(v, "noiseFloor"))
            .withMaxIterations(StateValues.integer(v, "maxIterations"))
            .withTolerance(StateValues.number(v, "tolerance"))
            .withPatience(StateValues.integer(v, "patience"))
            .withAccelerate(Boolean.TRUE.equals(v.get("accelerate")))
            .withMechanism(
                v.containsKey("missingness") ? Mechanism.SELF_MASKING : Mechanism.IGNORABLE);
    return new StreamConfig(
        likelihood,
        StateValues.integer(v, "warmUp"),
        StateValues.integer(v, "batch"),
        new StreamConfig.Forgetting(
            StateValues.number(v, "forgetting"), StateValues.number(v, "stepExponent")),
        v.containsKey("labelMemory") ? StateValues.integer(v, "labelMemory") : 0,
        new StreamConfig.Alarm(
            StateValues.number(v, "alarmThreshold"), StateValues.number(v, "alarmAllowance")),
        v.containsKey("components") ? StateValues.integer(v, "components") : 1,
        v.containsKey("calibrationStep")
            ? StateValues.number(v, "calibrationStep")
            : StreamConfig.CALIBRATION_STEP);
  }

  /** Rows as counts of observed entries, columns and values. */
  private static void putRows(Map<String, Array> arrays, String name, IncompleteMatrix rows) {
    double[] known = new double[rows.rows()];
    double[] columns = new double[rows.known()];
    double[] values = new double[rows.known()];
    Arrays.setAll(known, rows::observed);
    Arrays.setAll(columns, rows::column);
    Arrays.setAll(values, rows::value);
    StateValues.put(arrays, name + "_known", known);
    StateValues.put(arrays, name + "_columns", columns);
    StateValues.put(arrays, name + "_values", values);
  }

  private static IncompleteMatrix rows(ModelState state, String name, int columns) {
    double[] known = vector(state, name + "_known");
    double[] column = vector(state, name + "_columns");
    // In the units of the data, which may be large; finiteness was checked.
    Array values = state.arrays().get(name + "_values");
    double[] value = values == null ? new double[0] : values.data();
    Checks.equal("length of " + name + "_values", value.length, "columns", column.length);
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(columns);
    int k = 0;
    for (double count : known) {
      Checks.between(name + "_known", whole(name + "_known", count), 0, column.length - k);
      for (int e = 0; e < (int) count; e++, k++) {
        out.entry(whole(name + "_columns", column[k]), value[k]);
      }
      out.endRow();
    }
    Checks.equal("entries of " + name, column.length, "sum of " + name + "_known", k);
    return out.build();
  }

  private static int whole(String name, double value) {
    if (value != (int) value) {
      throw new IllegalArgumentException(name + " must hold whole numbers, got " + value);
    }
    return (int) value;
  }

  private static IncompleteMatrix none(int columns) {
    return IncompleteMatrix.builder(columns).build();
  }

  private static double[] vector(ModelState state, String name) {
    Array found = state.arrays().get(name);
    return StateValues.array(state, name, found == null ? 0 : found.size());
  }
}
