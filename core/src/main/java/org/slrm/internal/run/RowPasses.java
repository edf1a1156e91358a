package org.slrm.internal.run;

import java.util.function.DoublePredicate;
import org.slrm.result.Folds;

/**
 * The rows of a fit in scaled units, visited pass after pass in an order that a seed decides. They
 * may be in memory or not: a solver does not know.
 */
public interface RowPasses {
  /** Number of rows. */
  long rows();

  /** How many times all rows together count. */
  double weight();

  /** Number of blocks that the rows are in. */
  int blocks();

  /** The rows of a block, in the order of the data; several threads may ask at a time. */
  TrainingData block(int b);

  /**
   * Visits every row once.
   *
   * @param seed decides the order
   * @param visitor is given the rows
   * @param goOn hears from time to time which share of the rows was visited, and may end the pass
   * @return whether the pass was completed
   */
  boolean visit(long seed, Visitor visitor, DoublePredicate goOn);

  /** Takes rows one by one. */
  @FunctionalInterface
  interface Visitor {
    /** Row i of some rows, which are only valid during the call. */
    void row(TrainingData rows, int i);
  }

  /** Rows in memory, all shuffled together. */
  static RowPasses of(TrainingData rows) {
    return new RowPasses() {
      @Override
      public long rows() {
        return rows.x().rows();
      }

      @Override
      public double weight() {
        return rows.weight();
      }

      @Override
      public int blocks() {
        return 1;
      }

      @Override
      public TrainingData block(int b) {
        return rows;
      }

      @Override
      public boolean visit(long seed, Visitor visitor, DoublePredicate goOn) {
        for (int i : Folds.shuffled(rows.x().rows(), seed)) {
          visitor.row(rows, i);
        }
        return true;
      }
    };
  }
}
