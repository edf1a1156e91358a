package org.slrm.benchmarks.speed;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Counts arithmetic, so that a result reads as operations per second. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class Flops {
  /** Additions and multiplications made. */
  public double flops;

  /** Rows dealt with. */
  public double rows;
}
