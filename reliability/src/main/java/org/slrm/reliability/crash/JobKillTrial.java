package org.slrm.reliability.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

/**
 * A command killed from outside at a random time, or at one of its steps. Its outputs must be old
 * or complete, and the next run must finish and clean up.
 */
final class JobKillTrial implements KillTrial {
  private static final int STEPS = 12;

  private final Workspace place;
  private final Job job;
  private long duration;

  JobKillTrial(Workspace place, Job job) {
    this.place = place;
    this.job = job;
  }

  @Override
  public String name() {
    return job.name();
  }

  @Override
  public String kill(RandomGenerator random) throws Exception {
    place.reference(job);
    place.prepare(job);
    String how;
    if (random.nextBoolean()) {
      int step = random.nextInt(1, STEPS);
      how = "dead at step " + step;
      start(ChildProcess.dyingAt(step, place.folder())).waitFor();
    } else {
      long after = (long) (duration() * random.nextDouble(1.1));
      place.prepare(job);
      how = "killed after " + after + " ms";
      ChildProcess.kill(start(List.of()), after);
    }
    String wrong = wrong();
    return wrong.isEmpty() ? "" : how + ": " + wrong;
  }

  /** Its duration without a kill, in milliseconds. */
  private long duration() throws IOException, InterruptedException {
    if (duration == 0) {
      long start = System.nanoTime();
      start(List.of()).waitFor();
      duration = (System.nanoTime() - start) / 1_000_000;
    }
    return duration;
  }

  private String wrong() throws IOException, InterruptedException {
    Set<String> broken = place.broken(job);
    if (!broken.isEmpty()) {
      return "half-written " + broken;
    }
    int code = start(List.of()).waitFor();
    Set<String> unfinished = place.unfinished(job);
    Set<String> leftovers = place.leftovers(job);
    if (code != 0 || !unfinished.isEmpty()) {
      return "the next run ended with " + code + ", not right " + unfinished;
    }
    return leftovers.isEmpty() ? "" : "the next run leaves " + leftovers;
  }

  private Process start(List<String> options) throws IOException {
    Path folder = place.folder();
    String input = job.input().isEmpty() ? "/dev/null" : folder.resolve(job.input()).toString();
    return ChildProcess.start(folder, input, options, List.of(job.words(folder)));
  }
}
