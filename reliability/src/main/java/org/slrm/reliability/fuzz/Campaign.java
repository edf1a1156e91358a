package org.slrm.reliability.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Many inputs for one target and their results. The same seed gives the same inputs. The heap of
 * the process limits the memory of an input; exceeding it is a finding.
 *
 * <pre>{@code
 * Campaign run = new Campaign(target, corpus.of(target), 42);
 * run.inputs(10_000);
 * run.findings();
 * }</pre>
 */
final class Campaign {
  /** Processor seconds that one input may take. */
  static final double SECONDS = 5;

  private static final int MAX_PER_FAULT = 2;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Target target;
  private final List<byte[]> seeds;
  private final SplittableRandom random;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Integer> faults = new HashMap<>();
  private volatile byte @Nullable [] current;
  private volatile long since;
  private long inputs;
  private long accepted;
  private long rejected;
  private long maxMemory;
  private double maxSeconds;

  Campaign(Target target, List<byte[]> corpus, long seed) throws Exception {
    this.target = target;
    seeds = new ArrayList<>(corpus);
    seeds.addAll(target.seeds());
    random = new SplittableRandom(seed ^ target.name().hashCode());
    if (seeds.isEmpty()) {
      throw new IllegalStateException("no seeds for " + target.name());
    }
  }

  /** Runs a number of mutated inputs. */
  void inputs(int count) throws Exception {
    for (int k = 0; k < count; k++) {
      byte[] from = seeds.get(random.nextInt(seeds.size()));
      byte[] other = seeds.get(random.nextInt(seeds.size()));
      take(target.mutated(from, other, random.split()));
    }
  }

  /** Runs a number of mutated inputs, or fewer if the time is over. */
  void turn(int count, double seconds) throws Exception {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (int k = 0; k < count && System.nanoTime() < end; k++) {
      inputs(1);
    }
  }

  /** Runs one unchanged input. */
  void take(byte[] input) {
    inputs++;
    long memory = THREADS.getCurrentThreadAllocatedBytes();
    long start = THREADS.getCurrentThreadCpuTime();
    since = System.nanoTime();
    current = input;
    try {
      boolean taken = target.accepts(input);
      accepted += taken ? 1 : 0;
      rejected += taken ? 0 : 1;
    } catch (Exception | Error e) {
      add(Finding.of(target.name(), e, input));
    }
    current = null;
    cost(
        input,
        THREADS.getCurrentThreadAllocatedBytes() - memory,
        (THREADS.getCurrentThreadCpuTime() - start) / 1e9);
  }

  private void cost(byte[] input, long memory, double seconds) {
    maxMemory = Math.max(maxMemory, memory);
    maxSeconds = Math.max(maxSeconds, seconds);
    if (seconds > SECONDS) {
      add(new Finding(target.name(), "slow", seconds + " s for " + input.length + " bytes", input));
    }
  }

  private void add(Finding finding) {
    if (faults.merge(finding.what(), 1, Integer::sum) <= MAX_PER_FAULT) {
      findings.add(finding);
    }
  }

  /** An input that runs for more than the given seconds, if any. */
  @Nullable Finding stuck(double seconds) {
    byte[] input = current;
    boolean late = input != null && (System.nanoTime() - since) / 1e9 > seconds;
    return late ? new Finding(target.name(), "hangs", seconds + " s", input) : null;
  }

  /** The first inputs of each fault. */
  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** Number of occurrences of each fault. */
  Map<String, Integer> faults() {
    return Map.copyOf(faults);
  }

  long count() {
    return inputs;
  }

  /** A summary of the inputs on one line. */
  @Override
  public String toString() {
    return String.format(
        "%-10s %9d inputs %9d rejected %9d accepted %6d findings   most: %4d MB allocated, %.1f s",
        target.name(),
        inputs,
        rejected,
        accepted,
        faults.values().stream().mapToInt(n -> n).sum(),
        maxMemory >> 20,
        maxSeconds);
  }
}
