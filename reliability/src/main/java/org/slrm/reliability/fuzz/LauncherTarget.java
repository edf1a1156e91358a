package org.slrm.reliability.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Words for the launcher, divided by zero bytes, in a folder whose files have such names. A mock
 * Java records its arguments: every word must arrive unchanged, and no file may be touched.
 */
final class LauncherTarget extends Target {
  private static final String[] WORDS = {
    "fit", "predict", "evaluate", "impute", "compare", "inspect", "reproduce", "stream",
    "--", "-delete", "-exec", "-print", "-newer", "-size", "-f", "!",
    "(", ")", ",", "-o", "--method", "--method=auto", "--engine", "--engine=local",
    "--stream", "--validation", "a b.csv", " ", "*", "?", "$(touch touched)", "`touch touched`",
    ";touch touched", "&", "|", ">touched", "'", "\"", "\\", "\n",
    "x\ny.csv", "~", "$HOME", "${IFS}", "é.csv", "-rf", "--help", "-",
    "=", "BEGIN{}", "a=b.csv", "/dev/null", ".", "..", "-I", "-e",
    "%s", "%n", "\u001b[31m", "big.csv", "wide.tsv", "-big.csv", "a=1.csv", "-Dx=y",
    "@list", "-jar", "-cp", "-XX:OnError=x"
  };
  private static final int MAX = 4000;

  private final Path folder = scratch.folder.resolve("work");
  private final Path launcher = scratch.folder.resolve("bin/slrm");
  private final Path record = scratch.folder.resolve("record");

  LauncherTarget(Path slrm) throws IOException {
    Files.createDirectories(scratch.folder.resolve("lib"));
    Files.createDirectories(scratch.folder.resolve("cache/slrm"));
    Files.createDirectories(scratch.folder.resolve("java/bin"));
    Files.createDirectories(launcher.getParent());
    Files.copy(slrm, launcher);
    runnable(launcher);
    scratch.file("lib/slrm-cli-0.jar", new byte[0]);
    scratch.file("cache/slrm/classes-17.0.1.jsa", new byte[0]);
    scratch.file("java/release", "JAVA_VERSION=\"17.0.1\"\n".getBytes(StandardCharsets.UTF_8));
    String java = "#!/bin/sh\nprintf '%s\\0' \"$@\" >\"$SLRM_RECORD\"\n";
    runnable(scratch.file("java/bin/java", java.getBytes(StandardCharsets.UTF_8)));
  }

  private static void runnable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Override
  public String name() {
    return "launcher";
  }

  /** Each input starts a process. */
  @Override
  public int weight() {
    return 50;
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        bytes("predict", "m.slrm", "big.csv"), bytes("fit", "-big.csv", "--target", "y"));
  }

  private static byte[] bytes(String... words) {
    return String.join("\0", words).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    List<String> words =
        new ArrayList<>(List.of(new String(input, StandardCharsets.UTF_8).split("\0")));
    int changes = random.nextInt(1, 5);
    for (int k = 0; k < changes; k++) {
      words.add(random.nextInt(words.size() + 1), Bytes.any(WORDS, random));
    }
    return bytes(words.toArray(String[]::new));
  }

  @Override
  public boolean accepts(byte[] input) throws Exception {
    byte[] words = input.length > MAX ? Arrays.copyOf(input, MAX) : input;
    fill(words);
    Map<String, Long> before = listing();
    Files.deleteIfExists(record);
    Path list = scratch.file("words", words);
    // xargs passes bytes on; Java would convert them to the system's encoding.
    ProcessBuilder start =
        new ProcessBuilder("xargs", "-0", "-a", list.toString(), launcher.toString());
    start.directory(folder.toFile()).redirectErrorStream(true);
    start.environment().put("JAVA_HOME", scratch.folder.resolve("java").toString());
    start.environment().put("XDG_CACHE_HOME", scratch.folder.resolve("cache").toString());
    start.environment().put("SLRM_RECORD", record.toString());
    Process process = start.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (!listing().equals(before)) {
      throw new UndocumentedResult("the launcher touched the folder it was started in");
    }
    if (code == 0) {
      compare(words);
    } else if (!output.contains("slrm: ")) {
      throw new UndocumentedResult("the launcher ended with " + code + ": " + output);
    }
    return code == 0;
  }

  /** Files with these names, two of them large enough for the launcher to check them twice. */
  private void fill(byte[] words) throws IOException {
    if (Files.exists(folder)) {
      Scratch.delete(folder);
    }
    Files.createDirectories(folder);
    Files.write(folder.resolve("big.csv"), new byte[300_000]);
    Files.write(folder.resolve("-big.csv"), "a,y\n1,2\n".repeat(2000).getBytes());
    Files.write(folder.resolve("keep"), new byte[] {1});
    for (String word : new String(words, StandardCharsets.UTF_8).split("\0")) {
      boolean name = !word.isEmpty() && !word.contains("/") && word.length() < 80;
      if (name && !word.equals(".") && !word.equals("..") && word.indexOf('\ufffd') < 0) {
        try {
          Files.write(folder.resolve(word), "a,y\n1,2\n".getBytes());
        } catch (InvalidPathException e) {
          // The locale has no such name.
        }
      }
    }
  }

  private Map<String, Long> listing() throws IOException {
    Map<String, Long> out = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        out.put(each.getFileName().toString(), Files.size(each));
      }
    }
    return out;
  }

  /** The recorded words after the jar must be those given. */
  private void compare(byte[] words) throws IOException {
    byte[] recorded = Files.readAllBytes(record);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.write(bytes("-jar", launcher.getParent() + "/../lib/slrm-cli-0.jar", ""));
    expected.write(words);
    if (words.length > 0 && words[words.length - 1] != 0) {
      expected.write(0);
    }
    byte[] tail = expected.toByteArray();
    int at = recorded.length - tail.length;
    if (at < 0 || !Arrays.equals(recorded, at, recorded.length, tail, 0, tail.length)) {
      throw new UndocumentedResult("Java received other words");
    }
  }
}
