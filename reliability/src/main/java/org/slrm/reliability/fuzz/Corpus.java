package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The inputs in the source tree: a folder for each target with small seeds and all earlier
 * findings.
 */
record Corpus(Path root) {
  static final String FOLDER = "reliability/src/test/resources/corpus";
  private static final String FROZEN = "cli/src/test/resources/frozen";
  private static final int SMALL = 50_000;

  /** The corpus of a source tree, or of the module's folder in it. */
  static Corpus in(Path tree) {
    return new Corpus(tree.resolve(FOLDER));
  }

  /** The files of a target by name, with the frozen models of every kind of member. */
  Map<String, byte[]> of(String target) throws IOException {
    Map<String, byte[]> out = files(root.resolve(target), "", name -> true);
    Path frozen = root.resolve(Path.of(FOLDER).relativize(Path.of(FROZEN))).normalize();
    if (target.equals("model")) {
      out.putAll(
          files(frozen, "frozen ", name -> name.matches(".*slrm") && !name.contains("stream")));
    } else if (target.equals("stream")) {
      out.putAll(files(frozen, "frozen ", name -> name.matches(".*stream.slrm")));
    }
    return out;
  }

  private static Map<String, byte[]> files(Path folder, String prefix, Predicate<String> which)
      throws IOException {
    Map<String, byte[]> out = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path each : files.toList()) {
          String name = each.getFileName().toString();
          if (which.test(name)) {
            out.put(prefix + name, Files.readAllBytes(each));
          }
        }
      }
    }
    return out;
  }

  /** Files that are small enough to be mutated thousands of times. */
  List<byte[]> small(String target) throws IOException {
    return of(target).values().stream().filter(input -> input.length < SMALL).toList();
  }

  void add(Finding finding) throws IOException {
    Path folder = Files.createDirectories(root.resolve(finding.target()));
    Files.write(folder.resolve(finding.fileName()), finding.input());
  }

  /** All targets. */
  List<Target> targets(Path tree) throws IOException {
    List<Target> out = new ArrayList<>();
    for (String format : List.of("csv", "tsv", "arff", "libsvm", "parquet")) {
      out.add(new TableTarget(format));
      if (!format.equals("parquet")) {
        out.add(new TableTarget(format + ".gz"));
      }
    }
    out.add(new NumberTarget());
    out.add(new ModelTarget("model"));
    out.add(new ModelTarget("stream"));
    out.add(new CacheTarget());
    List<byte[]> files = new ArrayList<>(small("model"));
    files.addAll(small("csv"));
    out.add(new CommandTarget(files));
    out.add(new MembersTarget());
    out.add(new SparseTarget());
    out.add(new NamesTarget());
    Path launcher = tree.resolve("slrm");
    if (Files.isExecutable(Path.of("/usr/bin/mkfifo"))) {
      out.add(new FilesTarget());
      out.add(new WordsTarget(small("model")));
    }
    if (Files.isExecutable(launcher) && Files.isExecutable(Path.of("/usr/bin/xargs"))) {
      out.add(new LauncherTarget(launcher));
    }
    return out;
  }
}
