package org.slrm.reliability.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.reliability.Job;
import org.slrm.reliability.Workspace;

/**
 * Runs every command with an output path equal to an input, another output or a pipe. Each must be
 * rejected, and existing files must stay unchanged.
 */
final class MisplacedOutputs {
  private static final String PIPE = "./pipe";
  private static final int USAGE = 2;
  private static final int UNFINISHED = 4;

  private final Workspace place;
  private int tried;

  MisplacedOutputs(Workspace place) {
    this.place = place;
  }

  /** Number of commands run. */
  int tried() {
    return tried;
  }

  /** The faults of a job, one line each. */
  List<String> wrong(Job job) throws IOException {
    List<String> out = new ArrayList<>();
    for (String output : job.outputs()) {
      List<String> others = new ArrayList<>(List.of(PIPE));
      job.outputs().stream().filter(o -> !o.equals(output)).forEach(others::add);
      job.words().stream()
          .filter(w -> w.equals("./data.csv") || w.equals("./model.slrm"))
          .forEach(others::add);
      for (String other : others) {
        String fault = wrong(job, output, other);
        if (!fault.isEmpty()) {
          out.add(job.name() + ", " + output + " at " + other + ": " + fault);
        }
      }
    }
    return out;
  }

  private String wrong(Job job, String output, String other) throws IOException {
    tried++;
    place.prepare(job);
    Path file = place.folder().resolve(other.substring(2));
    if (other.equals(PIPE)) {
      new ProcessBuilder("mkfifo", file.toString()).start().onExit().join();
      if (!Files.exists(file)) {
        return "";
      }
    }
    byte[] before = other.equals(PIPE) ? new byte[0] : Files.readAllBytes(file);
    List<String> words = job.words().stream().map(w -> w.equals(output) ? other : w).toList();
    Job.Outcome outcome =
        new Job(job.name(), words, List.of(), job.input()).run(place.folder(), place.input(job));
    int code = other.equals(PIPE) ? UNFINISHED : USAGE;
    if (outcome.code() != code) {
      return "exit code " + outcome.code() + ": " + outcome.output().strip();
    }
    boolean same =
        other.equals(PIPE)
            ? !Files.isRegularFile(file)
            : Arrays.equals(before, Files.readAllBytes(file));
    return same ? "" : "the existing file is lost";
  }
}
