package org.slrm.paper.internal.algorithm;

import org.slrm.data.IncompleteMatrix;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/** The state of Algorithm 1 and its round: one row updates codes, basis and regressor. */
public final class AlgorithmOne {
  private final FactoredBasis basis;
  private final double[] w;
  private final LabelStep labelStep;
  private final StepSize stepSize;
  private final RecursiveLeastSquaresStep leastSquaresStep;
  private final CodeStep codeStep;
  private boolean labelFree;
  private double t;
  private double eta;

  /** Starts from a basis and a regressor, which it overwrites. */
  public AlgorithmOne(
      double[] U,
      double[] w,
      LabelStep labelStep,
      StepSize stepSize,
      RecursiveLeastSquaresStep leastSquaresStep) {
    int d = w.length;
    int D = U.length / d;
    this.w = w;
    this.labelStep = labelStep;
    this.stepSize = stepSize;
    this.leastSquaresStep = leastSquaresStep;
    codeStep = new CodeStep(D, d);
    basis = new FactoredBasis(U, D, d);
  }

  /** One round with row i of x, its label, NaN when unknown, and its weight. */
  public void round(IncompleteMatrix x, int i, double y, double weight) {
    t += weight;
    eta = stepSize.at(t);
    double[] U = basis.rows(x, i);
    codeStep.solve(U, x, i, w, labelStep, labelFree ? Double.NaN : y);
    leastSquaresStep.update(U, x, i, codeStep.alpha(), weight);
    basis.orthonormalize(codeStep.observedGram());
    if (!Double.isNaN(y)) {
      labelStep.regressor(w, codeStep.alpha(), y, eta, weight);
    }
  }

  /** From now on codes ignore the label, like those of new rows; w still learns it. */
  void withoutLabels() {
    labelFree = true;
  }

  /** The current U. */
  public double[] basis() {
    return basis.settled();
  }

  /** The current w. */
  public double[] coefficients() {
    return w;
  }

  /** The current b: 0 for numbers. */
  double intercept() {
    return labelStep.intercept();
  }

  double[] alpha() {
    return codeStep.alpha();
  }

  double[] inverseR() {
    return leastSquaresStep.inverseR();
  }

  double eta() {
    return eta;
  }

  /** Number of codes so far that needed a ridge. */
  long ridged() {
    return codeStep.ridged();
  }
}
