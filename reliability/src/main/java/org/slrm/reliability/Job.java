package org.slrm.reliability;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.Main;

/**
 * A command on the files of a {@link Workspace}. A word that starts with {@code ./} is a file
 * there.
 *
 * @param name its name in a log
 * @param words the command line
 * @param outputs all files it writes
 * @param input the file on standard input, empty for none
 */
public record Job(String name, List<String> words, List<String> outputs, String input) {
  /** The jobs whose outputs are files or standard output. */
  public static List<Job> all() {
    return List.of(
        of("fit", "./m.slrm ./r.html")
            .words("fit ./data.csv --target y --method likelihood --rank 2 --out ./m.slrm")
            .words("--report ./r.html"),
        of("fit auto", "./m.slrm").words("fit ./data.csv --target y --out ./m.slrm"),
        of("fit --stream", "./m.slrm ./data.rows")
            .words("fit ./data.csv --target y --method smpcr --rank 2 --stream --passes 2")
            .words("--cache ./data.rows --out ./m.slrm"),
        of("fit -", "./m.slrm")
            .words("fit - --target y --method likelihood --rank 2 --out ./m.slrm")
            .from("data.csv"),
        of("predict", "./p.csv").words("predict ./model.slrm ./data.csv --out ./p.csv"),
        of("predict -", "./p.csv")
            .words("predict ./model.slrm - --out ./p.csv --explain 2 --suggest 1")
            .from("data.csv"),
        of("predict --wide", "./p.parquet ./r.html")
            .words("predict ./model.slrm ./data.csv --wide --out ./p.parquet --report ./r.html"),
        of("evaluate", "./r.html").words("evaluate ./model.slrm ./data.csv --report ./r.html"),
        of("impute", "./x.csv").words("impute ./model.slrm ./data.csv --out ./x.csv"),
        of("impute --with-errors", "./x.jsonl.gz")
            .words("impute ./model.slrm ./data.csv --with-errors --out ./x.jsonl.gz"),
        of("simulate", "./s.csv ./t.json")
            .words("simulate --rows 300 --features 5 --rank 2 --nonzeros 2 --out ./s.csv")
            .words("--truth ./t.json"),
        of("transduce", "./u.csv").words("transduce ./data.csv --target y --out ./u.csv"),
        of("compare", "./r.html")
            .words("compare ./data.csv --target y --methods pcr,mean-lasso --folds 2")
            .words("--report ./r.html"),
        of("stream", "./c.slrm")
            .words("stream --target y --learn --rank 2 --warm-up 50 --checkpoint ./c.slrm")
            .words("--checkpoint-every 50")
            .from("data.csv"));
  }

  static Job of(String name, String outputs) {
    return new Job(name, List.of(), List.of(outputs.split(" ")), "");
  }

  Job words(String more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more.split(" ")));
    return new Job(name, List.copyOf(all), outputs, input);
  }

  private Job from(String file) {
    return new Job(name, words, outputs, file);
  }

  /** The command line for the files of a folder. */
  public String[] words(Path folder) {
    return words.stream()
        .map(w -> w.startsWith("./") ? folder.resolve(w.substring(2)).toString() : w)
        .toArray(String[]::new);
  }

  /**
   * The result of a run inside this process.
   *
   * @param code exit code
   * @param output everything it printed
   */
  public record Outcome(int code, String output) {}

  /** Runs it inside this process on the files of a folder. */
  public Outcome run(Path folder, byte[] standardInput) {
    return run(standardInput, words(folder));
  }

  /** Runs a command line inside this process. */
  public static Outcome run(byte[] standardInput, String... words) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(output, false, StandardCharsets.UTF_8);
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(standardInput));
    try {
      int code = Main.run(words, to, to);
      return new Outcome(code, output.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(before);
    }
  }
}
