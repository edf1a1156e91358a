package org.slrm.reliability.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs every target in turn for some minutes: {@code FuzzMain TREE MINUTES [SEED [TARGET…]]}. */
public final class FuzzMain {
  private static final double STUCK_SECONDS = 60;
  private static final int ROUND = 5000;

  private FuzzMain() {}

  /** Ends with 1 if anything was found; the inputs are then in the corpus. */
  public static void main(String[] args) throws Exception {
    Path tree = Path.of(args[0]);
    double minutes = Double.parseDouble(args[1]);
    long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
    List<String> only = args.length > 3 ? List.of(args).subList(3, args.length) : List.of();
    System.out.println("seed " + seed);
    Corpus corpus = Corpus.in(tree);
    List<Campaign> runs = new ArrayList<>();
    List<Target> targets = corpus.targets(tree);
    for (Target target : targets) {
      if (only.isEmpty() || only.contains(target.name())) {
        runs.add(new Campaign(target, corpus.small(target.name()), seed));
      }
    }
    watch(runs, corpus);
    long end = System.nanoTime() + (long) (minutes * 60e9);
    while (System.nanoTime() < end) {
      for (Campaign run : runs) {
        run.turn(ROUND, 1.0);
      }
    }
    for (Target target : targets) {
      target.close();
    }
    System.exit(report(runs, corpus) ? 1 : 0);
  }

  private static boolean report(List<Campaign> runs, Corpus corpus) throws Exception {
    long inputs = 0;
    long faults = 0;
    for (Campaign run : runs) {
      System.out.println(run);
      inputs += run.count();
      for (Finding finding : run.findings()) {
        corpus.add(finding);
        faults++;
        int seen = run.faults().getOrDefault(finding.what(), 0);
        System.out.println("  " + seen + " × " + finding + "  -> " + finding.fileName());
      }
    }
    System.out.println(inputs + " inputs, " + faults + " findings stored");
    return faults > 0;
  }

  /** An input that does not terminate is stored before the process is ended. */
  private static void watch(List<Campaign> runs, Corpus corpus) {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                try {
                  TimeUnit.SECONDS.sleep(1);
                  for (Campaign run : runs) {
                    Finding stuck = run.stuck(STUCK_SECONDS);
                    if (stuck != null) {
                      corpus.add(stuck);
                      report(runs, corpus);
                      System.out.println(stuck + "  -> " + stuck.fileName());
                      Runtime.getRuntime().halt(1);
                    }
                  }
                } catch (Exception | OutOfMemoryError e) {
                  // An input that exhausts the memory does so here as well; try again later.
                }
              }
            },
            "watch");
    thread.setDaemon(true);
    thread.start();
  }
}
