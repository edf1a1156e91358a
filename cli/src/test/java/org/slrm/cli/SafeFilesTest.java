package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command destroys a file that it was given to read, or anything that is no regular file. */
class SafeFilesTest {
  private static final String TEXT = "a,b,y\n" + "1,2,3\n2,,5\n3,1,4\n4,2,8\n".repeat(10);
  private static final String TRUTH = "{\"format\": \"slrm-truth\"}";

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    for (String name : List.of("data.csv", "more.csv")) {
      Files.writeString(folder.resolve(name), TEXT);
    }
    Files.writeString(folder.resolve("truth.json"), TRUTH);
    run("fit data.csv --target y --method mean-lasso --out model.slrm").done();
  }

  /** Runs a command; words that name files stand for those of the folder. */
  private Cli run(String command) {
    return Cli.run(Arrays.stream(command.split(" ")).map(this::word).toArray());
  }

  private Object word(String word) {
    return word.matches(".*\\.(csv|slrm|json|rows|html|jsonl|pipe)") && !word.startsWith("/")
        ? folder + "/" + word
        : word;
  }

  private Path pipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("a.pipe");
    if (!Files.exists(pipe)) {
      Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
      Assumptions.assumeTrue(made.waitFor() == 0, "there is no mkfifo");
    }
    return pipe;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit data.csv --target y --method pcr --out data.csv",
        "fit data.csv --target y --method pcr --out data.csv --stream",
        "fit data.csv --target y --method pcr --out m.slrm --report data.csv",
        "fit data.csv --target y --method pcr --out m.slrm --report m.slrm",
        "fit data.csv --target y --method pcr --out m.slrm --holdout more.csv --report more.csv",
        "fit data.csv --target y --method pcr --holdout more.csv --out more.csv",
        "fit data.csv --target y --method pcr --validation more.csv --out more.csv",
        "fit data.csv --target y --method pcr --out m.slrm --validation more.csv --report more.csv",
        "fit data.csv --target y --method slrm --out m.slrm --stream --cache data.csv",
        "fit data.csv --target y --method slrm --out m.slrm --stream --cache m.slrm",
        "predict model.slrm data.csv --out data.csv",
        "predict model.slrm data.csv --out model.slrm",
        "predict model.slrm data.csv --out p.csv --report data.csv",
        "predict model.slrm data.csv --out p.csv --report model.slrm",
        "predict model.slrm data.csv --out p.csv --report p.csv",
        "impute model.slrm data.csv --out data.csv",
        "impute model.slrm data.csv --out model.slrm",
        "evaluate model.slrm data.csv --report data.csv",
        "evaluate model.slrm data.csv --report model.slrm",
        "evaluate model.slrm data.csv --truth truth.json --report truth.json",
        "compare data.csv --target y --methods pcr --report data.csv",
        "transduce data.csv --target y --out data.csv",
        "simulate --rows 20 --out p.csv --truth p.csv",
        "stream --model model.slrm --learn --checkpoint model.slrm",
      })
  void noOutputIsAnInputOrAnotherOutput(String command) throws IOException {
    byte[] model = Files.readAllBytes(folder.resolve("model.slrm"));
    Cli result = run(command);
    assertEquals(2, result.code(), result.err() + result.out());
    assertTrue(result.err().contains(" must be different files, got "), result.err());
    assertEquals(TEXT, Files.readString(folder.resolve("data.csv")));
    assertEquals(TEXT, Files.readString(folder.resolve("more.csv")));
    assertEquals(TRUTH, Files.readString(folder.resolve("truth.json")));
    assertArrayEquals(model, Files.readAllBytes(folder.resolve("model.slrm")));
    assertFalse(Files.exists(folder.resolve("m.slrm")), "nothing is written");
    assertFalse(Files.exists(folder.resolve("p.csv")), "nothing is written");
  }

  @Test
  void anInputIsKnownHoweverItIsSpelt() throws IOException {
    Path data = folder.resolve("data.csv");
    Files.createDirectory(folder.resolve("sub"));
    Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("data.csv"));
    Files.createSymbolicLink(folder.resolve("self"), folder);
    Files.createLink(folder.resolve("hard.csv"), data);
    Path relative = Path.of("").toAbsolutePath().relativize(data.toRealPath());
    for (Object spelt : List.of("link.csv", "self/data.csv", "hard.csv", "sub/../data.csv")) {
      Cli result = run("predict model.slrm data.csv --out " + spelt);
      assertEquals(2, result.code(), spelt + ": " + result.err());
      assertEquals(2, run("predict model.slrm " + spelt + " --out data.csv").code(), spelt + "");
    }
    Object[] words = {"predict", folder.resolve("model.slrm"), data, "--out", relative};
    assertEquals(2, Cli.run(words).code());
    assertEquals(TEXT, Files.readString(data));
  }

  @Test
  void outputsThatAreNotThereYetAreDistinguishedByMoreThanTheCaseOfLetters() {
    assertEquals(2, run("simulate --rows 20 --out self.csv --truth SELF.csv").code());
    assertFalse(Files.exists(folder.resolve("self.csv")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit data.csv --target y --method pcr --out OUT",
        "fit data.csv --target y --method pcr --out m.slrm --report OUT",
        "fit data.csv --target y --method slrm --out m.slrm --stream --cache OUT",
        "predict model.slrm data.csv --out OUT",
        "predict model.slrm data.csv --out p.csv --report OUT",
        "impute model.slrm data.csv --out OUT",
        "evaluate model.slrm data.csv --report OUT",
        "compare data.csv --target y --methods pcr --report OUT",
        "transduce data.csv --target y --out OUT",
        "simulate --rows 20 --out OUT",
        "simulate --rows 20 --out p.csv --truth OUT",
        "stream --model model.slrm --learn --checkpoint OUT",
      })
  void aPipeOrASocketIsNoOutput(String command) throws Exception {
    pipe();
    ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    socket.bind(UnixDomainSocketAddress.of(folder.resolve("a.socket.pipe")));
    socket.close();
    for (String out : List.of("a.socket.pipe", "a.pipe")) {
      Cli result = run(command.replace("OUT", out));
      assertEquals(4, result.code(), result.err() + result.out());
      assertTrue(result.err().contains(out + ": it is a device, a pipe"), result.err());
      assertFalse(Files.isRegularFile(folder.resolve("a.socket.pipe")));
      assertFalse(Files.isRegularFile(folder.resolve("a.pipe")));
      assertFalse(Files.exists(folder.resolve("m.slrm")), "nothing is written");
      assertFalse(Files.exists(folder.resolve("p.csv")), "nothing is written");
    }
  }

  @Test
  void theCacheOfAPrivateFileIsPrivate() throws IOException {
    Path data = folder.resolve("data.csv");
    for (String mode : List.of("rw-------", "rw-r-----")) {
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(mode));
      Files.deleteIfExists(folder.resolve("kept.rows"));
      run("fit data.csv --target y --method slrm --rank 1 --passes 1 --out m.slrm --stream"
              + " --cache kept.rows")
          .done();
      Path cache = folder.resolve("kept.rows");
      assertEquals(mode, PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
    }
  }

  @Test
  void aCacheThatIsUsedAgainBecomesAsPrivateAsTheData() throws IOException {
    Path data = folder.resolve("data.csv");
    Path cache = folder.resolve("kept.rows");
    String fit =
        "fit data.csv --target y --method slrm --rank 1 --passes 1 --out m.slrm --stream"
            + " --cache kept.rows";
    for (String again : List.of("", " --trust-cache")) {
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rw-r--r--"));
      Files.deleteIfExists(cache);
      run(fit).done();
      Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rw-r--r--"));
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rw-------"));
      run(fit + again).done();
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)), again);
    }
  }

  @Test
  void standardOutputIsNotAppendedToAnInput() throws Exception {
    Path data = folder.resolve("data.csv");
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/stdout")), "there is no /dev/stdout");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String[] words = {
      java,
      "-cp",
      System.getProperty("java.class.path"),
      "org.slrm.cli.Main",
      "predict",
      folder.resolve("model.slrm").toString(),
      data.toString()
    };
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(data.toFile()))
            .start();
    String said = new String(process.getErrorStream().readAllBytes());
    assertEquals(2, process.waitFor(), said);
    assertTrue(said.contains("standard output and DATA must be different files"), said);
    assertEquals(TEXT, Files.readString(data));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit DATA --target y --method mean-lasso --out m.slrm",
        "fit DATA --target y --method slrm --rank 1 --passes 1 --out m.slrm --stream --cache none",
        "predict model.slrm DATA --out p.csv",
        "impute model.slrm DATA --out p.csv",
        "evaluate model.slrm DATA",
      })
  void aPipeAsDataIsReadLikeTheFileItComesFrom(String command) throws Exception {
    Cli plain = run(command.replace("DATA", "data.csv")).done();
    List<byte[]> expected = written();
    Path pipe = pipe();
    Thread feeder =
        new Thread(
            () -> {
              try (var to = new java.io.FileOutputStream(pipe.toString())) {
                Files.copy(folder.resolve("data.csv"), to);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    feeder.start();
    Cli piped = run(command.replace("DATA", "a.pipe")).done();
    feeder.join();
    assertEquals(plain.out().length() > 0, piped.out().length() > 0);
    List<byte[]> found = written();
    assertEquals(expected.size(), found.size());
    for (int k = 0; k < found.size(); k++) {
      assertArrayEquals(expected.get(k), found.get(k));
    }
  }

  private List<byte[]> written() throws IOException {
    Path predictions = folder.resolve("p.csv");
    return Files.exists(predictions) ? List.of(Files.readAllBytes(predictions)) : List.of();
  }
}
