package org.slrm;

import org.slrm.paper.Simulation;

/** Data of a size that tests choose; the rest is the paper's set-up until they say otherwise. */
public final class Simulated {
  private Simulated() {}

  public static Simulation.Builder table(int rows, int features, int rank, int nonzeros) {
    return Simulation.builder().rows(rows).features(features).rank(rank).nonzeros(nonzeros);
  }
}
