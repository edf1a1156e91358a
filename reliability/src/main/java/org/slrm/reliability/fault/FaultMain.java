package org.slrm.reliability.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

/**
 * Every command with the disk full from the first, second, third … change of a file on, with short
 * writes, and with one failing step: {@code FaultMain [LIMIT]}, with {@code LIMIT} a limit for each
 * command. Needs {@link FaultProvider} as the process's file system.
 */
public final class FaultMain {
  private static final Set<Integer> CODES = Set.of(0, 4);

  private static final List<FaultPlan.Fault> FAULTS =
      List.of(FaultPlan.Fault.FULL, FaultPlan.Fault.SHORT, FaultPlan.Fault.ONCE);

  private final Workspace place;
  private final int limit;
  private int faults;
  private int wrong;

  private FaultMain(Workspace place, int limit) {
    this.place = place;
    this.limit = limit;
  }

  /** Ends with 1 if anything was lost, half-written, left behind or not reported. */
  public static void main(String[] args) throws IOException {
    int limit = args.length > 0 ? Integer.parseInt(args[0]) : Integer.MAX_VALUE;
    // Java's own temporary files, such as a copy of standard input, must be in that folder too.
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Path folder = temporary.resolve("slrm-fault-" + ProcessHandle.current().pid());
    Files.createDirectories(folder);
    System.setProperty("java.io.tmpdir", folder.toString());
    FaultMain run = new FaultMain(new Workspace(folder), limit);
    for (Job job : Job.all()) {
      for (FaultPlan.Fault fault : FAULTS) {
        run.sweep(job, fault);
      }
      run.replaced(job);
      run.misplaced(job);
    }
    System.out.println(run.faults + " faults, " + run.wrong + " wrong");
    System.exit(run.wrong > 0 ? 1 : 0);
  }

  /** Outputs in place of inputs, of each other, and of pipes. */
  private void misplaced(Job job) throws IOException {
    MisplacedOutputs places = new MisplacedOutputs(place);
    for (String fault : places.wrong(job)) {
      wrong++;
      System.out.println("WRONG " + fault);
    }
    faults += places.tried();
    System.out.println(job.name() + ": outputs in " + places.tried() + " wrong places");
  }

  /** The fault at every step in turn, until the command ends before it. */
  private void sweep(Job job, FaultPlan.Fault fault) throws IOException {
    place.reference(job);
    int k = 1;
    for (boolean hit = true; hit && k <= limit; k++) {
      place.prepare(job);
      FaultPlan plan = new FaultPlan(place.folder().toString(), k, fault);
      Job.Outcome outcome = run(job, plan);
      hit = plan.hit();
      faults += hit ? 1 : 0;
      check(job, fault + " at step " + k, outcome, hit ? CODES : Set.of(0));
    }
    System.out.println(job.name() + ": " + fault + " at each of " + (k - 1) + " steps");
  }

  private Job.Outcome run(Job job, FaultPlan plan) throws IOException {
    FaultPlan.current = plan;
    try {
      return job.run(place.folder(), place.input(job));
    } finally {
      FaultPlan.current = FaultPlan.NONE;
    }
  }

  private void check(Job job, String when, Job.Outcome outcome, Set<Integer> codes)
      throws IOException {
    Set<String> bad = outcome.code() == 0 ? place.unfinished(job) : place.broken(job);
    Set<String> leftovers = place.leftovers(job);
    if (!codes.contains(outcome.code())) {
      wrong(job, when, "exit code " + outcome.code() + ": " + outcome.output());
    } else if (outcome.output().contains("could not finish: ")) {
      wrong(job, when, "a raw exception: " + outcome.output());
    }
    if (!bad.isEmpty()) {
      wrong(job, when, "exit code " + outcome.code() + ", but half-written: " + bad);
    }
    if (!leftovers.isEmpty()) {
      wrong(job, when, "left behind: " + leftovers);
    }
  }

  private void wrong(Job job, String when, String what) {
    wrong++;
    System.out.println("WRONG " + job.name() + ", " + when + ": " + what.strip());
  }

  /** The data truncated, or replaced by other rows, when they are opened for the k-th time. */
  private void replaced(Job job) throws IOException {
    Path data = place.folder().resolve("data.csv");
    int k = 1;
    for (boolean hit = true; hit && k <= limit && job.words().contains("./data.csv"); k++) {
      for (int keep : new int[] {3, 2}) {
        place.prepare(job);
        byte[] whole = Files.readAllBytes(data);
        byte[] part = Arrays.copyOf(whole, whole.length * keep / 4);
        FaultPlan plan = FaultPlan.onOpening(data, k, () -> Files.write(data, part));
        Job.Outcome outcome = run(job, plan);
        hit = plan.hit();
        faults += hit ? 1 : 0;
        if (!Set.of(0, 3, 4).contains(outcome.code())) {
          wrong(job, "data cut at opening " + k, outcome.code() + ": " + outcome.output());
        }
        if (hit && k > 1 && outcome.code() == 0) {
          consistent(job, k, part);
        }
      }
    }
    System.out.println(job.name() + ": data replaced at each of " + (k - 1) + " openings");
  }

  /** A result from two versions of a file must equal that of one of them. */
  private void consistent(Job job, int k, byte[] part) throws IOException {
    Set<String> differs = place.unfinished(job);
    if (differs.isEmpty()) {
      return;
    }
    Map<String, byte[]> mixed = new TreeMap<>();
    for (String name : differs) {
      mixed.put(name, Files.readAllBytes(place.folder().resolve(name)));
    }
    place.prepare(job);
    Files.write(place.folder().resolve("data.csv"), part);
    job.run(place.folder(), place.input(job));
    for (String name : differs) {
      if (!name.endsWith(".html")
          && !Arrays.equals(mixed.get(name), Files.readAllBytes(place.folder().resolve(name)))) {
        wrong(job, "data cut at opening " + k, name + " mixes two states of the file");
      }
    }
  }
}
