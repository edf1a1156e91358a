package org.slrm.cli;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** The launcher of the source tree, copied beside a jar that stands for the tests' class path. */
final class Launcher {
  final Path script;
  final Path jar;

  private Launcher(Path script, Path jar) {
    this.script = script;
    this.jar = jar;
  }

  /** As in an unpacked distribution: bin/slrm and lib. */
  static Launcher unpacked(Path home) throws IOException {
    Path jar = jar(Files.createDirectories(home.resolve("lib")).resolve("slrm-cli-test.jar"));
    return new Launcher(copy(Files.createDirectories(home.resolve("bin"))), jar);
  }

  /** As in a source tree that was never built, with others in the places of Maven and Java. */
  static Launcher sources(Path home, String maven) throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve("pom.xml"), "");
    // The launcher's find complains about a folder that is not there.
    for (String module : List.of("core", "vector", "paper", "io", "cli")) {
      Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.writeString(home.resolve(module).resolve("pom.xml"), "");
    }
    Files.createDirectories(home.resolve("paper/src/simulation"));
    Path tools = home.resolve("tools");
    Files.createDirectories(tools.resolve("bin"));
    executable(Files.writeString(tools.resolve("mvn"), "#!/bin/sh\n" + maven));
    executable(Files.writeString(tools.resolve("bin/java"), "#!/bin/sh\necho started\n"));
    Files.writeString(tools.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    return new Launcher(copy(home), jar(home.resolve("ready.jar")));
  }

  private static Path copy(Path folder) throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
    return executable(Files.copy(Path.of("../slrm"), folder.resolve("slrm")));
  }

  private static Path executable(Path file) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path jar(Path place) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, "org.slrm.cli.Main");
    String[] parts = System.getProperty("java.class.path").split(File.pathSeparator);
    main.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(parts)
            .map(p -> Path.of(p).toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream to = Files.newOutputStream(place)) {
      new JarOutputStream(to, manifest).close();
    }
    return place;
  }

  /** The command in a folder, with no archive of classes made; Java is the tests' own. */
  ProcessBuilder command(Path folder, Object... words) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    Arrays.stream(words).map(String::valueOf).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("XDG_CACHE_HOME", "/dev/null");
    environment.remove("SLRM_OPTS");
    return builder;
  }

  /** Runs a command to its end. */
  static Cli run(ProcessBuilder builder) throws IOException, InterruptedException {
    Path out = Files.createTempFile("launcher", ".out");
    Path err = Files.createTempFile("launcher", ".err");
    try {
      if (builder.redirectInput() == ProcessBuilder.Redirect.PIPE) {
        builder.redirectInput(new File("/dev/null"));
      }
      if (builder.redirectOutput() == ProcessBuilder.Redirect.PIPE) {
        builder.redirectOutput(out.toFile());
      }
      int code = builder.redirectError(err.toFile()).start().waitFor();
      return new Cli(code, text(out), text(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
