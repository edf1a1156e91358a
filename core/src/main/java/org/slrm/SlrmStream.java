package org.slrm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.online.DriftDetector;
import org.slrm.internal.factor.online.ForgettingSchedule;
import org.slrm.internal.factor.online.IntervalTracker;
import org.slrm.internal.factor.online.LabelMemory;
import org.slrm.internal.factor.online.OnlineModel;
import org.slrm.internal.factor.online.StreamRowFilter;
import org.slrm.internal.factor.online.StreamStates;
import org.slrm.internal.factor.online.StreamStates.Counters;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.fit.Targets;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Layout;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.mixture.OnlineModels;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.TargetPrediction;
import org.slrm.internal.run.EntryTest;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.LabelKind;
import org.slrm.method.StreamConfig;
import org.slrm.result.Calibration;
import org.slrm.result.FitReport;
import org.slrm.result.Missingness;
import org.slrm.result.ModelState;
import org.slrm.result.Note;
import org.slrm.result.Prediction;

/**
 * The likelihood model, or a mixture of factor analysers, learned row by row in constant memory.
 * The first {@code warmUp} rows are fitted together and fix the scaling; then every {@code batch}
 * rows update the model, including its means and noises. The last {@code labelMemory} labelled rows
 * are stored and replayed where labels are scarce. Deterministic. For one thread at a time.
 *
 * <pre>{@code
 * SlrmStream stream = Slrm.stream(StreamConfig.ofRank(8), 40);
 * Prediction p = stream.predict(row);   // before the label is known
 * stream.update(row, label);            // NaN for a row without a label
 * if (stream.alarm()) { stream.restart(); stream.clearAlarm(); }
 * SlrmModel model = stream.snapshot();
 * }</pre>
 */
public final class SlrmStream {
  /** Rows of one observation of the alarm: more rows estimate their error better, but later. */
  private static final int ALARM_ROWS = 10;

  private final StreamConfig config;
  private final int features;
  private final int targets;
  private final IncompleteMatrix.Builder x;
  private final IncompleteMatrix.Builder y;
  private final LabelMemory memory;
  private final ForgettingSchedule fading;
  private final DriftDetector detector;
  private final Counters counts;
  private final IntervalTracker tracker;
  private final List<LabelKind> kinds;
  private Layout layout;
  private Scaling scaling = Scaling.of(new double[0], new double[0]);
  private Scaling targetScaling = scaling;
  private @Nullable OnlineModel online;
  private @Nullable SlrmModel current;
  private @Nullable SlrmModel calibrated;

  /** Predicts until the first fit. */
  private @Nullable SlrmModel before;

  SlrmStream(StreamConfig config, int features, List<LabelKind> kinds) {
    this(
        config,
        features,
        kinds,
        new Counters(),
        new IntervalTracker(kinds.size(), config.calibrationStep()));
  }

  SlrmStream(StreamConfig config, SlrmModel before) {
    this(
        config,
        before.features(),
        IntStream.range(0, before.targets()).mapToObj(before::labelKind).toList());
    this.before = before;
  }

  private SlrmStream(
      StreamConfig config,
      int features,
      List<LabelKind> kinds,
      Counters counts,
      IntervalTracker tracker) {
    this.config = config;
    this.kinds = List.copyOf(kinds);
    int targets = kinds.size();
    layout = Layout.numbers(targets);
    this.features = Checks.atLeast("features", features, 1);
    this.targets = Checks.atLeast("targets", targets, 1);
    Checks.between("rank", config.rank(), 1, features);
    this.counts = counts;
    this.tracker = tracker;
    x = IncompleteMatrix.builder(features);
    y = IncompleteMatrix.builder(targets);
    memory = new LabelMemory(config.labelMemory());
    fading =
        new ForgettingSchedule(
            config.forgetting().factor(), config.forgetting().stepExponent(), config.batch());
    detector = new DriftDetector(config.alarm().threshold(), config.alarm().allowance());
  }

  /** A stream that continues from a stored state. */
  public static SlrmStream of(ModelState state) {
    StreamStates.StreamParts p = StreamStates.read(state, OnlineModels::read);
    SlrmStream s = new SlrmStream(p.config(), p.x().columns(), p.kinds(), p.counts(), p.tracker());
    s.layout = p.layout() == null ? s.layout : p.layout();
    for (int i = 0; i < p.x().rows(); i++) {
      s.x.add(p.x().row(i));
      s.y.add(p.y().row(i));
    }
    s.scaling = p.scaling();
    s.targetScaling = p.targetScaling();
    s.online = p.online();
    s.before = StreamStates.before(state).map(m -> s.fitting(SlrmModel.of(m))).orElse(null);
    s.detector.resume(p.detector());
    s.memory.resume(p.oldX(), p.oldY(), p.places());
    return s;
  }

  private SlrmModel fitting(SlrmModel model) {
    Checks.equal("features of the model before", model.features(), "features", features);
    Checks.equal("targets of the model before", model.targets(), "targets", targets);
    return model;
  }

  /** The state of the stream, including waiting rows. */
  public ModelState state() {
    IncompleteMatrix.Builder oldX = IncompleteMatrix.builder(features);
    IncompleteMatrix.Builder oldY = IncompleteMatrix.builder(targets);
    memory.write(oldX, oldY);
    ModelState state =
        StreamStates.write(
            new StreamStates.StreamParts(
                config,
                counts.copy(),
                x.build(),
                y.build(),
                oldX.build(),
                oldY.build(),
                memory.places(),
                scaling,
                targetScaling,
                online,
                detector.state(),
                tracker,
                kinds,
                online == null ? null : layout));
    return before == null ? state : StreamStates.withBefore(state, before.state());
  }

  /** Learns from a row with one target; NaN for a row without a label. */
  public void update(IncompleteRow row, double label) {
    Checks.equal("number of labels", 1, "number of targets", targets);
    update(row, IncompleteRow.ofNaN(label));
  }

  /** Learns from a row of several targets, any of which may be missing. */
  public void update(IncompleteRow row, IncompleteRow labels) {
    Checks.equal("length of the row", row.length(), "number of features", features);
    Checks.equal("number of labels", labels.length(), "number of targets", targets);
    if (online != null) {
      layout.check(labels);
    }
    OnlineModel step = counts.restarting ? null : online;
    add(
        StreamRowFilter.features(row, step, scaling),
        StreamRowFilter.labels(labels, step, features, layout, targetScaling));
    watch();
    if (x.rows() >= (online == null || counts.restarting ? config.warmUp() : config.batch())) {
      IncompleteMatrix rows = x.build();
      IncompleteMatrix known = y.build();
      x.clear();
      y.clear();
      learn(rows, known);
    }
  }

  private void add(IncompleteRow row, IncompleteRow labels) {
    track(row, labels);
    x.add(row);
    y.add(labels);
    counts.rows++;
    counts.known += row.observed();
    counts.labelled += labels.observed() > 0 ? 1 : 0;
  }

  /** Intervals adapt to the error of each label before the row is learned. */
  private void track(IncompleteRow row, IncompleteRow labels) {
    if (online == null || !tracker.active() || labels.observed() == 0) {
      return;
    }
    TargetPrediction prediction = bare().predictionFor(row);
    for (int t = 0; t < targets; t++) {
      if (layout.target(t) instanceof NumberTarget number) {
        prediction.evaluate(t);
        double label = labels.valueAt(t);
        tracker.add(t, Math.abs(number.error(label, prediction.eta(), prediction.variance())));
      }
    }
    calibrated = null;
  }

  private void learn(IncompleteMatrix rows, IncompleteMatrix labels) {
    OnlineModel step = online;
    if (step == null || counts.restarting) {
      // Rows without an observed entry cannot start a fit.
      if (rows.known() > 0) {
        begin(rows, labels);
      }
      return;
    }
    scaling = withNew(scaling, rows, step, 0);
    IncompleteMatrix coded = layout.encode(labels);
    targetScaling = onlyNumbers(withNew(targetScaling, coded, step, features));
    IncompleteMatrix z = scaling.apply(rows).besides(targetScaling.apply(coded));
    counts.batches++;
    step.learn(z, recalled(labels), memory.size(), fading);
    memory.add(rows, labels);
    current = null;
  }

  /** The alarm observes a few new rows at a time, before they are learned (O-3). */
  private void watch() {
    OnlineModel step = online;
    int count = Math.min(ALARM_ROWS, config.batch());
    boolean due = x.rows() > 0 && x.rows() % count == 0;
    if (step == null || counts.restarting || config.alarm().threshold() == 0 || !due) {
      return;
    }
    int[] latest = IntStream.range(x.rows() - count, x.rows()).toArray();
    IncompleteMatrix features = scaling.apply(x.build().selectRows(latest));
    IncompleteMatrix labels = targetScaling.apply(layout.encode(y.build().selectRows(latest)));
    // Columns without an entry so far have no scale yet and are ignored.
    EntryTest seen = (j, v) -> step.seen(j);
    IncompleteMatrix z = seen.filter(features.besides(labels));
    if (z.known() > 0 && detector.add(step.error(z), z.known())) {
      counts.alarms++;
      counts.lastAlarm = counts.rows;
      counts.alarm = true;
    }
  }

  /** Earlier labelled rows that replace the labels missing in this batch. */
  private IncompleteMatrix recalled(IncompleteMatrix labels) {
    IncompleteMatrix.Builder oldX = IncompleteMatrix.builder(features);
    IncompleteMatrix.Builder oldY = IncompleteMatrix.builder(targets);
    memory.replayMissing(labels, oldX, oldY);
    return scaling.apply(oldX.build()).besides(targetScaling.apply(layout.encode(oldY.build())));
  }

  private void begin(IncompleteMatrix rows, IncompleteMatrix labels) {
    scaling = Scaling.of(rows, config.likelihood().scaling());
    layout = settled(rows, labels);
    IncompleteMatrix coded = layout.encode(labels);
    targetScaling = onlyNumbers(Scaling.of(coded, config.likelihood().scaling()));
    online =
        OnlineModels.start(
            config.mixture(),
            new TrainingData(
                scaling.apply(rows), targetScaling.apply(coded), null, layout.labels()),
            FitContext.of(1));
    before = null;
    memory.clear();
    memory.add(rows, labels);
    counts.batches = 0;
    counts.restarting = false;
    detector.reset();
    current = null;
  }

  /** The label kinds: those of the initial model, or from the first rows. */
  private Layout settled(IncompleteMatrix rows, IncompleteMatrix labels) {
    SlrmModel given = before;
    return given != null
        ? given.ensemble().layout().predicted()
        : Targets.of(rows, labels, kinds, 1);
  }

  /** Labels of classes and counts are not scaled. */
  private Scaling onlyNumbers(Scaling all) {
    double[] center = new double[all.columns()];
    double[] scale = new double[all.columns()];
    List<Label> labels = layout.labels();
    for (int c = 0; c < center.length; c++) {
      boolean scaled = labels.get(c).quadratic();
      center[c] = scaled ? all.center(c) : 0;
      scale[c] = scaled ? all.scale(c) : 1;
    }
    return Scaling.of(center, scale);
  }

  /** Columns without an entry so far get their scaling from the rows with the first entries. */
  private Scaling withNew(Scaling old, IncompleteMatrix rows, OnlineModel step, int first) {
    Scaling fresh = Scaling.of(rows, config.likelihood().scaling());
    double[] center = new double[old.columns()];
    double[] scale = new double[old.columns()];
    for (int j = 0; j < center.length; j++) {
      Scaling from = step.seen(first + j) ? old : fresh;
      center[j] = from.center(j);
      scale[j] = from.scale(j);
    }
    return Scaling.of(center, scale);
  }

  /** Predicts the first target with the current model. */
  public Prediction predict(IncompleteRow row) {
    return predict(row, 0);
  }

  /**
   * Predicts a target with the current model. Before the first fit: with the initial model, or by
   * mean and standard deviation of the labels (0 and 1 while there are too few), without {@link
   * Prediction#answered}.
   */
  public Prediction predict(IncompleteRow row, int target) {
    Checks.equal("length of the row", row.length(), "number of features", features);
    Checks.index("target", target, targets);
    if (started()) {
      return snapshot().predict(row, target);
    }
    if (kinds.get(target).isClassification()) {
      return unknown(row, target);
    }
    ColumnStatistics s = y.build().statistics();
    int n = s.known(target);
    double mean = n == 0 ? 0 : s.mean(target);
    double error = n < 2 ? 1 : Math.sqrt(s.variance(target));
    return new Prediction(mean, error, false, row.observed(), Calibration.GAUSSIAN);
  }

  /** Class proportions so far, with one pseudo-row per class. */
  private Prediction unknown(IncompleteRow row, int target) {
    IncompleteMatrix seen = y.build();
    int levels = 2;
    for (int i = 0; i < seen.rows(); i++) {
      double level = seen.valueAt(i, target);
      levels = Double.isNaN(level) ? levels : Math.max(levels, (int) level + 1);
    }
    double[] proportion = new double[levels];
    Arrays.fill(proportion, 1);
    for (int i = 0; i < seen.rows(); i++) {
      double level = seen.valueAt(i, target);
      proportion[Double.isNaN(level) ? 0 : (int) level] += Double.isNaN(level) ? 0 : 1;
    }
    double total = Arrays.stream(proportion).sum();
    Arrays.setAll(proportion, k -> proportion[k] / total);
    return Prediction.ofClasses(
        proportion, Calibration.GAUSSIAN, new Prediction.Row(row.observed(), false));
  }

  /** Whether there is a model: after the first fit, or if the stream started with one. */
  public boolean started() {
    return online != null || before != null;
  }

  /**
   * The current model; later updates do not change it.
   *
   * @throws IllegalStateException while there is none
   */
  public SlrmModel snapshot() {
    if (online == null && before != null) {
      return before;
    }
    SlrmModel bare = bare();
    SlrmModel model = calibrated;
    if (!tracker.active()) {
      return bare;
    }
    if (model == null) {
      Ensemble e = bare.ensemble();
      List<Calibration> intervals =
          IntStream.range(0, targets)
              .mapToObj(
                  t ->
                      layout.target(t) instanceof NumberTarget
                          ? tracker.calibration(t)
                          : Calibration.GAUSSIAN)
              .toList();
      model = new SlrmModel(new ModelStates.Parts(e.calibrated(intervals), bare.report()));
      calibrated = model;
    }
    return model;
  }

  /** The model with uncalibrated intervals. */
  private SlrmModel bare() {
    OnlineModel step = online;
    if (step == null) {
      throw new IllegalStateException(
          "a snapshot needs " + config.warmUp() + " rows, got " + counts.rows);
    }
    SlrmModel model = current;
    if (model == null) {
      double[][] one = Fitted.single(layout.columns());
      Ensemble ensemble = new Ensemble(scaling, targetScaling, List.of(step.member()), one, layout);
      model = new SlrmModel(new ModelStates.Parts(ensemble, report(step)));
      current = model;
      calibrated = null;
    }
    return model;
  }

  private FitReport report(OnlineModel step) {
    List<Note> notes = new ArrayList<>();
    if (counts.alarms > 0) {
      notes.add(Note.of("stream-alarms", "alarms", counts.alarms, "lastRow", counts.lastAlarm));
    }
    int components = step.member() instanceof MixtureMember m ? m.size() : 1;
    if (components < config.components()) {
      notes.add(
          Note.of(
              "components-removed",
              "removed",
              config.components() - components,
              "of",
              config.components()));
    }
    return new FitReport(
        "stream",
        config.rank(),
        (int) Math.min(Integer.MAX_VALUE, counts.rows),
        (int) Math.min(Integer.MAX_VALUE, counts.labelled),
        features,
        targets,
        1 - counts.known / ((double) counts.rows * features),
        1,
        config.settings(),
        "mean log-likelihood of the rows when they came, faded",
        0,
        "a stream goes on",
        (int) Math.min(Integer.MAX_VALUE, counts.batches),
        List.of(),
        FitRecord.ordered("meanLogLikelihood", step.logLikelihood(), "weightOfRows", step.weight()),
        List.of(),
        List.of(),
        null,
        notes,
        List.of(),
        FitReport.Outliers.NONE,
        Missingness.NONE);
  }

  /** Number of features. */
  public int features() {
    return features;
  }

  /** Number of targets. */
  public int targets() {
    return targets;
  }

  /** The settings. */
  public StreamConfig config() {
    return config;
  }

  /** Rows seen. */
  public long rows() {
    return counts.rows;
  }

  /**
   * Whether an alarm was raised since {@link #clearAlarm}: prediction errors have left their level,
   * so the subspace or its relation to the labels has changed.
   */
  public boolean alarm() {
    return counts.alarm;
  }

  /** Clears the alarm. */
  public void clearAlarm() {
    counts.alarm = false;
  }

  /**
   * Restarts: the next {@code warmUp} rows are fitted together and replace the model. Until then
   * the old model predicts. The fastest recovery from an abrupt change.
   */
  public void restart() {
    counts.restarting = online != null;
  }

  /** Number of alarms so far. */
  public long alarms() {
    return counts.alarms;
  }

  /** Rows seen at the last alarm, 0 before any. */
  public long lastAlarm() {
    return counts.lastAlarm;
  }
}
