package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slrm.reliability.Job;

/**
 * Commands on untrusted files: {@code inspect} for files that start like a model, {@code predict}
 * for others. Exit codes must be documented ones, and no control characters may reach the terminal.
 */
final class CommandTarget extends Target {
  private static final Set<Integer> CODES = Set.of(0, 3);
  private static final int MAX_OUTPUT = 100_000;

  private final Path model;
  private final List<byte[]> seeds;

  /** Takes models and tables; the first of them is the model that predicts. */
  CommandTarget(List<byte[]> seeds) throws IOException {
    this.seeds = seeds;
    model = scratch.file("model.slrm", seeds.get(0));
  }

  @Override
  public List<byte[]> seeds() {
    return seeds;
  }

  @Override
  public String name() {
    return "command";
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) throws IOException {
    return Archive.mutated(input, other, random);
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    boolean zip = input.length > 1 && input[0] == 'P' && input[1] == 'K';
    Path file = scratch.file(zip ? "m.slrm" : "t.csv", input);
    Path out = scratch.folder.resolve("out.csv");
    return zip
        ? run("inspect", file.toString()) && run("inspect", file.toString(), "--json")
        : run("predict", model.toString(), file.toString(), "--out", out.toString());
  }

  private static boolean run(String... words) {
    Job.Outcome outcome = Job.run(new byte[0], words);
    String output = outcome.output();
    if (!CODES.contains(outcome.code())) {
      throw new UndocumentedResult(words[0] + " ended with " + outcome.code() + ": " + output);
    }
    if (output.codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
      throw new UndocumentedResult(words[0] + " printed a control character");
    }
    if (output.length() > MAX_OUTPUT) {
      throw new UndocumentedResult(words[0] + " printed more than " + MAX_OUTPUT + " characters");
    }
    return outcome.code() == 0;
  }
}
