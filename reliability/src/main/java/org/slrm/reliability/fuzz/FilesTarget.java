package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.slrm.reliability.Job;

/**
 * Commands whose outputs are their inputs, other outputs, links to them, pipes or sockets. No input
 * may change, and nothing but regular files may be replaced or waited for.
 */
final class FilesTarget extends Target {
  private static final Set<Integer> CODES = Set.of(0, 2, 3, 4);
  private static final Set<String> WRITES = Set.of("-o", "--report", "--cache", "--checkpoint");
  private static final String IN = "IN";
  private static final String OUT = "OUT";

  private static final List<String> COMMANDS =
      List.of(
          "fit d.csv -t y -m pcr --rank 1 -o OUT",
          "fit d.csv -t y -m pcr --rank 1 -o OUT --report OUT",
          "fit d.csv -t y -m pcr --rank 1 -o OUT --holdout IN --report OUT",
          "fit d.csv -t y -m pcr --rank 1 -o OUT --validation IN",
          "fit d.csv -t y -m slrm --rank 1 --passes 1 --stream -o OUT --cache OUT",
          "predict m.slrm IN -o OUT --report OUT",
          "impute m.slrm IN -o OUT",
          "evaluate m.slrm IN --report OUT",
          "evaluate m.slrm d.csv --truth t.json --report OUT",
          "transduce IN -t y -o OUT",
          "simulate --rows 9 -o OUT --truth OUT",
          "stream --model m.slrm --learn --checkpoint OUT");
  private static final List<String> INPUTS = List.of("d.csv", "e.csv", "link.csv", "hard.csv");
  private static final String[] OUTPUTS = {
    "d.csv",
    "e.csv",
    "link.csv",
    "hard.csv",
    "sub/../d.csv",
    "self/d.csv",
    "m.slrm",
    "t.json",
    "D.csv",
    "pipe.csv",
    "socket.csv",
    "new.csv",
    "new.slrm",
    "dangling.csv",
    "./new.csv"
  };

  private final Map<String, byte[]> inputs = new TreeMap<>();
  private final ServerSocketChannel socket;

  FilesTarget() throws IOException {
    Path folder = scratch.folder;
    inputs.put(
        "d.csv",
        ("a,b,y\n" + "1,2,3\n2,,5\n3,1,4\n4,2,8\n".repeat(6)).getBytes(StandardCharsets.UTF_8));
    inputs.put("e.csv", ("a,b,y\n" + "1,2,3\n2,1,5\n".repeat(6)).getBytes(StandardCharsets.UTF_8));
    inputs.put("t.json", "{}".getBytes(StandardCharsets.UTF_8));
    write();
    run(List.of("fit", path("d.csv"), "-t", "y", "-m", "pcr", "--rank", "1", "-o", path("m.slrm")));
    inputs.put("m.slrm", Files.readAllBytes(folder.resolve("m.slrm")));
    Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("d.csv"));
    Files.createSymbolicLink(folder.resolve("dangling.csv"), Path.of("new.csv"));
    Files.createSymbolicLink(folder.resolve("self"), folder);
    Files.createDirectory(folder.resolve("sub"));
    Files.createLink(folder.resolve("hard.csv"), folder.resolve("e.csv"));
    new ProcessBuilder("mkfifo", path("pipe.csv")).start().onExit().join();
    socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    socket.bind(UnixDomainSocketAddress.of(folder.resolve("socket.csv")));
  }

  private String path(String name) {
    return scratch.folder + "/" + name;
  }

  @Override
  public String name() {
    return "files";
  }

  /** Each input runs a command for some hundredths of a second. */
  @Override
  public int weight() {
    return 5;
  }

  @Override
  public List<byte[]> seeds() {
    return List.of("predict m.slrm d.csv -o new.csv".getBytes(StandardCharsets.UTF_8));
  }

  /** Another command with other files. */
  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
    List<String> words =
        Arrays.stream(command.split(" "))
            .map(w -> w.equals(IN) ? INPUTS.get(random.nextInt(INPUTS.size())) : w)
            .map(w -> w.equals(OUT) ? Bytes.any(OUTPUTS, random) : w)
            .toList();
    return String.join(" ", words).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    List<String> words =
        Arrays.stream(new String(input, StandardCharsets.UTF_8).split(" "))
            .map(w -> w.contains(".") ? path(w) : w)
            .toList();
    Set<Path> read = read(words);
    int code = run(words);
    for (Map.Entry<String, byte[]> file : inputs.entrySet()) {
      Path path = scratch.folder.resolve(file.getKey());
      if (!Arrays.equals(file.getValue(), Files.readAllBytes(path))) {
        restore();
        if (read.contains(path.toRealPath())) {
          throw new UndocumentedResult("an input was replaced: " + file.getKey());
        }
      }
    }
    for (String special : List.of("pipe.csv", "socket.csv")) {
      if (Files.isRegularFile(scratch.folder.resolve(special))) {
        throw new UndocumentedResult("a file replaced what is none: " + special);
      }
    }
    if (!Files.isSymbolicLink(scratch.folder.resolve("link.csv"))) {
      throw new UndocumentedResult("a link was replaced");
    }
    for (String made : List.of("new.csv", "new.slrm", "D.csv")) {
      Files.deleteIfExists(scratch.folder.resolve(made));
    }
    return code == 0;
  }

  /** The files that a command names to be read. */
  private static Set<Path> read(List<String> words) throws IOException {
    Set<Path> out = new HashSet<>();
    for (int k = 1; k < words.size(); k++) {
      Path file = Path.of(words.get(k));
      boolean truth = words.get(0).equals("simulate") && words.get(k - 1).equals("--truth");
      if (!WRITES.contains(words.get(k - 1)) && !truth && Files.isRegularFile(file)) {
        out.add(file.toRealPath());
      }
    }
    return out;
  }

  private void write() throws IOException {
    for (Map.Entry<String, byte[]> file : inputs.entrySet()) {
      scratch.file(file.getKey(), file.getValue());
    }
  }

  /** Restores all inputs, under both of their names. */
  private void restore() throws IOException {
    write();
    Files.delete(scratch.folder.resolve("hard.csv"));
    Files.createLink(scratch.folder.resolve("hard.csv"), scratch.folder.resolve("e.csv"));
  }

  private int run(List<String> words) {
    Job.Outcome outcome = Job.run(inputs.get("e.csv"), words.toArray(String[]::new));
    if (!CODES.contains(outcome.code())) {
      throw new UndocumentedResult(
          words.get(0) + " ended with " + outcome.code() + ": " + outcome.output());
    }
    return outcome.code();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    super.close();
  }
}
