package org.slrm;

import java.util.Locale;
import java.util.OptionalDouble;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.paper.GatedMember;
import org.slrm.internal.predict.Member;

/**
 * What the paper's theory says of a model with a gate: coherence of its subspace, advice for the
 * gate, and the terms of Theorem 1 (G-5),
 *
 * <pre>
 * risk ≤ empirical risk + K (complexity term + confidence term)
 * complexity = √L̂ c + log³(n) c²,  c = (m/n + 1/√n) D R₁ B_X / (1 − γ)
 * confidence = √L̂ s + s²,          s² = b log(1/δ)/n,  b = 2(B_Y + D R₁ / (m(1 − γ)))²
 * </pre>
 *
 * with probability 1 − δ. The universal constant K is left open by the theorem; its appendix also
 * has a factor log^1.5(n) with √L̂ c that the statement lacks. Terms are given as stated, in
 * squared units of the target. The bound is often vacuous, and says so.
 *
 * <pre>{@code
 * RiskBound bound = RiskBound.of(model, x, labels, 0.05);
 * bound.vacuous();       // true when the bound exceeds the variance of y even for K = 1
 * bound.advisedGate();   // empty when the theory gives no advice
 * System.out.println(bound);
 * }</pre>
 *
 * @param features D
 * @param rank d
 * @param rows n, labelled rows
 * @param observed m, mean number of observed features of a row; the theorem takes it as constant
 * @param gate γ
 * @param failureProbability δ
 * @param coherence (G-3) μ = (D/d) max_j ‖U_j‖², between 1 and D/d
 * @param coefficientNorm R₁ = ‖w‖₁ in scaled units
 * @param largestFeature B_X, largest |x| in scaled units
 * @param largestLabel B_Y, largest |y| in scaled units
 * @param empiricalRisk L̂, mean squared error on these rows
 * @param labelVariance variance of y on these rows
 * @param complexityTerm what the class of functions costs, for K = 1
 * @param confidenceTerm what the sample's luck costs, for K = 1
 */
public record RiskBound(
    int features,
    int rank,
    int rows,
    double observed,
    double gate,
    double failureProbability,
    double coherence,
    double coefficientNorm,
    double largestFeature,
    double largestLabel,
    double empiricalRisk,
    double labelVariance,
    double complexityTerm,
    double confidenceTerm) {

  /** The terms for the first target of a model on labelled rows; NaN labels are left out. */
  public static RiskBound of(
      SlrmModel model, IncompleteMatrix x, double[] y, double failureProbability) {
    Checks.equal("number of labels", y.length, "number of rows", x.rows());
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new IllegalArgumentException(
          "failureProbability must be above 0 and below 1, got " + failureProbability);
    }
    GatedMember member = gated(model);
    LabelledRows rows = new LabelledRows(model, x, y);
    int n = Checks.atLeast("labelled rows", rows.n, 1);
    double risk = rows.squares / n;
    double variance = rows.sumSquares / n - rows.sum / n * (rows.sum / n);
    int D = member.features();
    double m = rows.entries / n;
    double slack = 1 - member.gate();
    double norm = 0;
    for (int c = 0; c < member.rank(); c++) {
      norm += Math.abs(member.coefficients()[c]);
    }
    double c = (m / n + 1 / Math.sqrt(n)) * D * norm * rows.largestX / slack;
    double b = 2 * Math.pow(rows.largestY + D * norm / (m * slack), 2);
    double s = Math.sqrt(b * Math.log(1 / failureProbability) / n);
    double log3 = Math.pow(Math.log(n), 3);
    double unit = model.targetScaling().scale(0);
    double units = unit * unit;
    return new RiskBound(
        D,
        member.rank(),
        n,
        m,
        member.gate(),
        failureProbability,
        Orthonormal.coherence(member.basis(), D, member.rank()),
        norm,
        rows.largestX,
        rows.largestY,
        risk * units,
        variance * units,
        (Math.sqrt(risk) * c + log3 * c * c) * units,
        (Math.sqrt(risk) * s + s * s) * units);
  }

  /** Sums over the labelled rows, and the largest values among them, in scaled units. */
  private static final class LabelledRows {
    private int n;
    private double entries;
    private double largestX;
    private double largestY;
    private double squares;
    private double sum;
    private double sumSquares;

    LabelledRows(SlrmModel model, IncompleteMatrix x, double[] y) {
      double[] prediction = model.predictAll(x).mean();
      double unit = model.targetScaling().scale(0);
      for (int i = 0; i < y.length; i++) {
        if (!Double.isNaN(y[i])) {
          n++;
          entries += x.observed(i);
          for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
            double z = model.scaling().scaled(x.column(k), x.value(k));
            largestX = Math.max(largestX, Math.abs(z));
          }
          double z = model.targetScaling().scaled(0, y[i]);
          double r = (y[i] - prediction[i * model.targets()]) / unit;
          largestY = Math.max(largestY, Math.abs(z));
          squares += r * r;
          sum += z;
          sumSquares += z * z;
        }
      }
    }
  }

  /** L̂ + K (complexity + confidence). */
  public double bound(double constant) {
    return empiricalRisk + constant * (complexityTerm + confidenceTerm);
  }

  /** Whether the bound for K = 1 exceeds the variance of y, which the mean alone attains. */
  public boolean vacuous() {
    return !(bound(1) <= labelVariance);
  }

  /** (G-4): γ₁ = √(8 d μ log(2d/δ) / (3m)). */
  public double theoreticalGate() {
    return Math.sqrt(
        8 * rank * coherence * Math.log(2 * rank / failureProbability) / (3 * observed));
  }

  /** A gate that lets all but a share δ of rows pass; empty when γ₁ ≥ 1, which says nothing. */
  public OptionalDouble advisedGate() {
    double gamma = theoreticalGate();
    return gamma < 1 ? OptionalDouble.of(gamma) : OptionalDouble.empty();
  }

  @Override
  public String toString() {
    String advice =
        advisedGate().isPresent()
            ? String.format(Locale.ROOT, "gate of at least %.4g", theoreticalGate())
            : String.format(
                Locale.ROOT, "no advice for the gate (γ₁ = %.4g ≥ 1)", theoreticalGate());
    String verdict =
        vacuous() ? "vacuous: for K = 1 it exceeds the variance of y" : "not vacuous for K = 1";
    return String.format(
        Locale.ROOT,
        "coherence %.4g (1 to %.4g), %s%n"
            + "risk ≤ %.4g + K (%.4g complexity + %.4g confidence) with probability %.4g,"
            + " K universal but unknown%n"
            + "variance of y %.4g; the bound is %s",
        coherence,
        (double) features / rank,
        advice,
        empiricalRisk,
        complexityTerm,
        confidenceTerm,
        1 - failureProbability,
        labelVariance,
        verdict);
  }

  private static GatedMember gated(SlrmModel model) {
    double[] weights = model.ensemble().weights()[0];
    for (int k = 0; k < weights.length; k++) {
      Member member = model.ensemble().members().get(k);
      if (weights[k] == 1 && member instanceof GatedMember gated) {
        return gated;
      }
    }
    throw new IllegalArgumentException(
        "model must be of a method with a gate (slrm, mpcr, smpcr), got "
            + model.report().method());
  }
}
