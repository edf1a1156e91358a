package org.slrm.benchmarks.speed;

import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Counts arithmetic and processor time, so that a result reads as operations per second. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class Flops {
  /** Additions and multiplications made. */
  public double flops;

  /** Processed rows. */
  public double rows;

  /** Seconds of processor time: other processes do not count. */
  public double seconds;

  private double start;

  /** Starts the clock. */
  @Setup(Level.Iteration)
  public void start() {
    start = clock();
  }

  /** Stops it. */
  @TearDown(Level.Iteration)
  public void stop() {
    seconds = clock() - start;
  }

  private static double clock() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }
}
