package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.Iterator;
import org.slrm.internal.mixture.Mixture;
import org.slrm.internal.mixture.MixtureExpectation;
import org.slrm.internal.mixture.MixtureRows;
import org.slrm.internal.mixture.MixtureStatistics;
import org.slrm.internal.run.Workers;

/** Rows on a cluster for a mixture: each E step is one job; sums follow the order of partitions. */
@SuppressWarnings("serial") // Tasks run in executors of this program.
public final class DistributedMixtureRows implements MixtureRows {
  private final DistributedRows blocks;
  private int iteration;

  public DistributedMixtureRows(DistributedRows blocks) {
    this.blocks = blocks;
  }

  /** The input of an E step other than rows. */
  private record Task(Mixture mixture, double[] omega) implements Serializable {}

  @Override
  public MixtureStatistics sums(Mixture mixture, double[] omega) {
    iteration++;
    Task task = new Task(mixture, omega);
    MixtureStatistics all = empty(mixture);
    blocks
        .perPartition("iteration " + iteration, (k, it) -> expectation(it, task).toArray())
        .forEach(part -> all.merge(read(mixture, part)));
    return all;
  }

  private static MixtureStatistics expectation(Iterator<RowBlock> blocks, Task task) {
    MixtureStatistics sum = empty(task.mixture);
    if (blocks.hasNext()) {
      MixtureExpectation step = new MixtureExpectation(task.mixture, task.omega);
      while (blocks.hasNext()) {
        sum.merge(step.run(blocks.next().plan(), Workers.single()));
      }
    }
    return sum;
  }

  private static MixtureStatistics empty(Mixture m) {
    return MixtureStatistics.empty(m.size(), m.component(0).columns(), m.component(0).d());
  }

  private static MixtureStatistics read(Mixture m, double[] part) {
    return MixtureStatistics.ofArray(m.size(), m.component(0).columns(), m.component(0).d(), part);
  }
}
