package org.slrm.cli.result;

import java.util.List;
import org.slrm.cli.output.TruthFile;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.Schema;
import org.slrm.paper.Simulation;

/** Errors of the Bayes predictor on rows drawn from known parameters. */
public final class BayesErrors {
  private final TruthFile truth;
  private final List<String> features;
  private final int target;
  private long rows;
  private double squares;
  private double variances;

  public BayesErrors(TruthFile truth, Schema schema) {
    this.truth = truth;
    this.features = schema.featureNames();
    this.target = schema.targets().indexOf(truth.target());
  }

  public void add(RowBatch batch) {
    Simulation.Bayes best = truth.bayes(batch.features(), features);
    for (int i = 0; i < batch.rows() && target >= 0; i++) {
      double label = batch.labels().valueAt(i, target);
      if (!Double.isNaN(label)) {
        rows++;
        squares += (label - best.mean(i)) * (label - best.mean(i));
        variances += best.variance(i);
      }
    }
  }

  /** Whether it is defined for a target. */
  public boolean knows(String name) {
    return rows > 0 && name.equals(truth.target());
  }

  public long rows() {
    return rows;
  }

  /** Its squared error on these rows. */
  public double mse() {
    return squares / rows;
  }

  /** Its prediction from the observed entries. */
  public double expected() {
    return variances / rows;
  }
}
