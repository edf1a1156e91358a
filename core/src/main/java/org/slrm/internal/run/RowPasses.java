package org.slrm.internal.run;

import java.util.function.DoublePredicate;
import org.slrm.result.Folds;

/** The rows of a fit in scaled units, in memory or elsewhere, visited in a seeded order. */
public interface RowPasses {
  /** Number of rows. */
  long rows();

  /** Total weight of all rows. */
  double weight();

  /** Number of blocks. */
  int blocks();

  /** The rows of a block, in the order of the data; thread-safe. */
  TrainingData block(int b);

  /**
   * Visits every row once.
   *
   * @param seed determines the order
   * @param visitor receives the rows
   * @param goOn receives the fraction of rows visited from time to time, and may end the pass
   * @return whether the pass was completed
   */
  boolean visit(long seed, Visitor visitor, DoublePredicate goOn);

  /** Receives rows one by one. */
  @FunctionalInterface
  interface Visitor {
    /** Row i of some rows, which are valid during the call only. */
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
