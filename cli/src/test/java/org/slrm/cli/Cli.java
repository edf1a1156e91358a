package org.slrm.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs a command inside the test and keeps what it said. */
public record Cli(int code, String out, String err) {
  public static Cli run(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = new String[args.length];
    for (int k = 0; k < args.length; k++) {
      words[k] = String.valueOf(args[k]);
    }
    int code =
        Main.run(
            words,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Cli(code, text(out), text(err));
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  public Cli done() {
    if (code != 0) {
      throw new AssertionError("exit code " + code + "\n" + err + out);
    }
    return this;
  }
}
