package org.slrm.reliability.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slrm.cli.Main;

/**
 * Commands on untrusted files: {@code inspect} for files that start like a model, {@code predict}
 * for others. Exit codes must be documented ones, and no control characters may reach the terminal.
 */
final class CommandTarget implements Target {
  private static final Set<Integer> CODES = Set.of(0, 3);
  private static final int MAX_SAID = 100_000;

  private final Scratch scratch = new Scratch();
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            words,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    String said = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    if (!CODES.contains(code)) {
      throw new UndocumentedAnswer(words[0] + " ended with " + code + ": " + said);
    }
    if (said.codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
      throw new UndocumentedAnswer(words[0] + " printed a control character");
    }
    if (said.length() > MAX_SAID) {
      throw new UndocumentedAnswer(words[0] + " said more than " + MAX_SAID + " characters");
    }
    return code == 0;
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
