package org.slrm.reliability.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

/** Kills all commands in turn: {@code CrashMain TREE KILLS [SEED]}. */
public final class CrashMain {
  private CrashMain() {}

  /** Ends with 1 if anything was lost, half-written, left behind or blocked. */
  public static void main(String[] args) throws Exception {
    int kills = Integer.parseInt(args[1]);
    long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
    System.out.println("seed " + seed);
    List<String> wrong = run(Path.of(args[0]), kills, seed);
    wrong.forEach(line -> System.out.println("WRONG " + line));
    System.out.println(kills + " kills, " + wrong.size() + " wrong");
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  /** One line for each kill with a fault. */
  static List<String> run(Path tree, int kills, long seed) throws Exception {
    Path folder = Files.createTempDirectory("slrm-crash");
    SplittableRandom random = new SplittableRandom(seed);
    List<KillTrial> trials = trials(tree, folder);
    Collections.shuffle(trials, new Random(seed));
    List<String> wrong = new ArrayList<>();
    for (int k = 0; k < kills; k++) {
      KillTrial trial = trials.get(k % trials.size());
      String fault = trial.kill(random.split());
      if (!fault.isEmpty()) {
        wrong.add("kill " + k + ", " + trial.name() + ", " + fault);
      }
    }
    return wrong;
  }

  private static List<KillTrial> trials(Path tree, Path folder) throws Exception {
    Workspace place = new Workspace(Files.createDirectories(folder.resolve("work")));
    List<KillTrial> out = new ArrayList<>();
    Job.all().forEach(job -> out.add(new JobKillTrial(place, job)));
    if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      out.add(new BuildKillTrial(folder, tree.resolve("slrm")));
    }
    out.add(new ReproduceKillTrial(folder));
    return out;
  }
}
