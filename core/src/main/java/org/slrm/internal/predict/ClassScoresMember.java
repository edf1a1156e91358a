package org.slrm.internal.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.label.ClassTree;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.special.Quadrature;
import org.slrm.result.ModelState;

/** A member with scores per class, log probabilities, as columns of a class target (Y-13). */
public final class ClassScoresMember extends WrappedMember {
  /** Kind in model files. */
  public static final String KIND = "classes";

  /** Most columns of a model file. */
  private static final int MAX_TARGETS = 100_000;

  private final ClassScores scores;

  @Override
  public List<MaskingCurve> curves() {
    return inner.curves();
  }

  /** A member around one that has a column for each class. */
  public ClassScoresMember(Member inner, ClassScores scores) {
    super(inner);
    Checks.equal("columns of the scores", inner.targets(), "classes", scores.kinds().size());
    this.scores = scores;
  }

  /** A member from its own parts and those of the inner one. */
  public static ClassScoresMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    int targets =
        Checks.between("targets", StateValues.integer(state.values(), "targets"), 1, MAX_TARGETS);
    List<Label> labels = new ArrayList<>();
    while (labels.size() < targets) {
      int c = labels.size();
      int[] children = children(state.values().get("tree" + c));
      if (children.length == 0) {
        labels.add(Logistic.LABEL);
      } else {
        ClassTree tree = ClassTree.of(children);
        IntStream.range(0, tree.nodes()).forEach(node -> labels.add(Logistic.of(tree, node)));
      }
    }
    Checks.equal("binary columns", labels.size(), "targets", targets);
    ClassScores scores =
        ClassScores.of(labels)
            .orElseThrow(() -> new IllegalArgumentException("classes must be three at least"));
    Object values = state.values().get("inner");
    int columns = scores.kinds().size();
    Member inner = inside.member(state, values, StateValues.INNER, features, columns);
    return new ClassScoresMember(inner, scores);
  }

  /** Children of the nodes of a tree; none for a binary column. */
  private static int[] children(@Nullable Object list) {
    return list instanceof List<?> l
        ? l.stream().mapToInt(o -> o instanceof Number n ? n.intValue() : 0).toArray()
        : new int[0];
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = StateValues.values(KIND, this);
    for (ClassScores.Group g : scores.groups()) {
      values.put("tree" + g.first(), Arrays.stream(g.tree().children()).boxed().toList());
    }
    return StateValues.around(inner.state(), values, Map.of());
  }

  @Override
  public int targets() {
    return scores.plain().length;
  }

  private ClassScores.@Nullable Group group(int column) {
    return scores.group(column).orElse(null);
  }

  /** Log-odds of a binary column from the scores of the classes. */
  private static double logOdds(ClassScores.Group g, int column, double[] score) {
    return g.tree().logOdds(column - g.first(), score);
  }

  private double[] intercepts(ClassScores.Group g) {
    return IntStream.range(0, g.tree().levels())
        .mapToDouble(k -> inner.intercept(g.level() + k))
        .toArray();
  }

  @Override
  public double intercept(int target) {
    ClassScores.Group g = group(target);
    return g == null ? inner.intercept(scores.plain()[target]) : logOdds(g, target, intercepts(g));
  }

  @Override
  public int nonZeros(int target) {
    ClassScores.Group g = group(target);
    return g == null
        ? inner.nonZeros(scores.plain()[target])
        : IntStream.range(0, g.tree().levels())
            .map(k -> inner.nonZeros(g.level() + k))
            .max()
            .orElse(0);
  }

  @Override
  public RowSolver rowSolver() {
    return new BinaryColumns(inner.rowSolver());
  }

  private final class BinaryColumns extends InnerRows {
    BinaryColumns(RowSolver rows) {
      super(rows);
    }

    /** Scores of the row's classes, shrunk by their uncertainty. */
    private double[] scores(ClassScores.Group g) {
      double[] out = new double[g.tree().levels()];
      for (int k = 0; k < out.length; k++) {
        double eta = super.mean(g.level() + k);
        out[k] = Logistic.LABEL.effective(eta, super.signalVariance(g.level() + k));
      }
      return out;
    }

    @Override
    public double mean(int target) {
      ClassScores.Group g = group(target);
      return g == null ? super.mean(scores.plain()[target]) : logOdds(g, target, scores(g));
    }

    /** The uncertainty is already in the scores. */
    @Override
    public double signalVariance(int target) {
      int c = scores.plain()[target];
      return c < 0 ? 0 : super.signalVariance(c);
    }

    @Override
    public double noiseVariance(int target) {
      int c = scores.plain()[target];
      return c < 0 ? 0 : super.noiseVariance(c);
    }

    /** Mean slope of a column's log-odds in each score, between two sets of scores. */
    private double[] meanSlopes(ClassScores.Group g, int target, double[] from, double[] to) {
      double[] out = new double[from.length];
      double[] at = new double[from.length];
      double step = 1e-5;
      for (int q = 0; q < Quadrature.UNIT.nodes().length; q++) {
        double position = Quadrature.UNIT.nodes()[q];
        Arrays.setAll(at, k -> from[k] + position * (to[k] - from[k]));
        for (int k = 0; k < at.length; k++) {
          double score = at[k];
          at[k] = score + step;
          double up = logOdds(g, target, at);
          at[k] = score - step;
          double down = logOdds(g, target, at);
          at[k] = score;
          out[k] += Quadrature.UNIT.weights()[q] * (up - down) / (2 * step);
        }
      }
      return out;
    }

    @Override
    public void addContributions(int target, double factor, double[] out) {
      ClassScores.Group g = group(target);
      if (g == null) {
        super.addContributions(scores.plain()[target], factor, out);
        return;
      }
      double[] slope = meanSlopes(g, target, intercepts(g), scores(g));
      for (int k = 0; k < slope.length; k++) {
        int c = g.level() + k;
        double damping = Logistic.LABEL.damping(super.signalVariance(c));
        super.addContributions(c, factor * slope[k] * damping, out);
      }
    }

    /** The part that contributions do not explain. */
    @Override
    public double missingness(int target) {
      if (scores.plain()[target] >= 0) {
        return super.missingness(scores.plain()[target]);
      }
      double[] sum = new double[m];
      addContributions(target, 1, sum);
      return mean(target) - intercept(target) - Arrays.stream(sum).sum();
    }

    @Override
    public boolean nonlinear() {
      return true;
    }

    @Override
    public void addSlopes(int target, double factor, double[] out) {
      ClassScores.Group g = group(target);
      if (g == null) {
        addInnerSlopes(scores.plain()[target], factor, out);
        return;
      }
      double[] now = scores(g);
      double[] slope = meanSlopes(g, target, now, now);
      for (int k = 0; k < slope.length; k++) {
        addInnerSlopes(g.level() + k, factor * slope[k], out);
      }
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      ClassScores.Group g = group(target);
      if (g == null) {
        super.varianceReductions(scores.plain()[target], out);
        return;
      }
      double[] now = scores(g);
      double[] slope = meanSlopes(g, target, now, now);
      double[] one = new double[out.length];
      Arrays.fill(out, 0);
      for (int k = 0; k < slope.length; k++) {
        super.varianceReductions(g.level() + k, one);
        for (int j = 0; j < out.length; j++) {
          out[j] += slope[k] * slope[k] * one[j];
        }
      }
    }
  }
}
