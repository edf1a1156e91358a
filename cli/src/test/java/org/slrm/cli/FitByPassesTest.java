package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitByPassesTest {
  private static final Path DATA = Path.of("../examples/sensors.csv");
  private static final Path TEST = Path.of("../examples/sensors-test.csv");

  @TempDir Path folder;

  private Path model() {
    return folder.resolve("m.slrm");
  }

  private Path cache() {
    return folder.resolve("c.rows");
  }

  private Cli fit(Object data, String... more) {
    Object[] args = new Object[9 + more.length];
    Object[] first = {
      "fit", data, "--target", "quality", "--stream", "--out", model(), "--cache", cache()
    };
    System.arraycopy(first, 0, args, 0, first.length);
    System.arraycopy(more, 0, args, first.length, more.length);
    return Cli.run(args);
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "likelihood", "mixture", "slrm", "smpcr"})
  void aModelFittedByPassesIsAModelLikeAnyOther(String method) throws IOException {
    JsonNode fit = json(fit(DATA, "--method", method, "--rank", "3", "--json").done().out());
    assertEquals(method, fit.get("method").asText());
    assertEquals(400, fit.get("rows").asInt());
    assertEquals(12, fit.get("features").asInt());
    assertEquals(3, fit.get("rank").asInt());
    assertEquals(cache().toString(), fit.get("cache").asText());
    assertTrue(fit.get("cv").get("r2").asDouble() > 0.3, fit.toString());
    JsonNode evaluated = json(Cli.run("evaluate", model(), TEST, "--json").done().out());
    assertTrue(evaluated.findValue("r2").asDouble() > 0.3, evaluated.toString());
    Cli.run("predict", model(), TEST).done();
    assertTrue(Cli.run("inspect", model()).done().out().contains(method));
  }

  @Test
  void equalFitsGiveEqualFilesWhateverTheCache() throws IOException {
    fit(DATA, "--rank", "3", "--json").done();
    byte[] first = Files.readAllBytes(model());
    assertEquals("", fit(DATA, "--rank", "3", "--json", "--threads", "1").done().err());
    assertArrayEquals(first, Files.readAllBytes(model()));
    assertEquals("", fit(DATA, "--rank", "3", "--json", "--trust-cache").done().err());
    assertArrayEquals(first, Files.readAllBytes(model()));
    Cli.run(
            "fit",
            DATA,
            "--target",
            "quality",
            "--stream",
            "--rank",
            "3",
            "--out",
            model(),
            "--cache",
            "none")
        .done();
    assertArrayEquals(first, Files.readAllBytes(model()));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(cache(), model()), files.sorted().toList(), "nothing left behind");
    }
  }

  @Test
  void theOutputNamesWhatIsReadAndWritten() {
    Cli fit = fit(DATA, "--rank", "3").done();
    assertTrue(fit.out().contains("Rows kept for later fits in " + cache()), fit.out());
    assertTrue(fit.out().contains("on held-out rows"), fit.out());
    assertTrue(fit.out().contains("rows held out for the error and the intervals"), fit.out());
    assertTrue(fit.out().contains("Method auto"), fit.out());
    Cli online = fit(DATA, "--rank", "3", "--method", "likelihood").done();
    assertTrue(online.out().contains("held out to choose, "), online.out());
    assertEquals("", fit.err());
  }

  @Test
  void aDamagedCacheOrChangedDataAreSaidAndMended() throws IOException {
    Path data = Files.copy(DATA, folder.resolve("d.csv"));
    fit(data, "--rank", "2").done();
    byte[] bytes = Files.readAllBytes(cache());
    bytes[bytes.length / 2] ^= 1;
    Files.write(cache(), bytes);
    Cli damaged = fit(data, "--rank", "2").done();
    assertTrue(damaged.err().contains("rebuilt: it is damaged"), damaged.err());
    List<String> lines = Files.readAllLines(data);
    Files.write(data, lines.subList(0, lines.size() - 1));
    Cli changed = fit(data, "--rank", "2").done();
    assertTrue(changed.err().contains("rebuilt: the data have changed"), changed.err());
    Cli other = fit(data, "--rank", "2", "--na", "-1").done();
    assertTrue(other.err().contains("rebuilt: it was created with other options"), other.err());
  }

  @Test
  void gzipAndStandardInputAreReadToo() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
      zip.write(Files.readAllBytes(DATA));
    }
    Path gz = Files.write(folder.resolve("d.csv.gz"), packed.toByteArray());
    JsonNode file = json(fit(gz, "--rank", "3", "--json").done().out());
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(DATA)));
    Cli piped;
    try {
      Path out = folder.resolve("p.slrm");
      piped =
          Cli.run(
              "fit", "-", "--target", "quality", "--stream", "--rank", "3", "--json", "-o", out);
    } finally {
      System.setIn(before);
    }
    JsonNode pipe = json(piped.done().out());
    assertEquals(file.get("cv"), pipe.get("cv"));
    assertFalse(pipe.has("cache"));
  }

  @Test
  void aFileOrAShareMayBeHeldOut() throws IOException {
    JsonNode share = json(fit(DATA, "--rank", "3", "--validation", "0.5", "--json").done().out());
    JsonNode file =
        json(fit(DATA, "--rank", "3", "--validation", TEST.toString(), "--json").done().out());
    assertFalse(share.get("cv").equals(file.get("cv")));
    assertTrue(file.get("cv").get("r2").asDouble() > 0.3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--method mpcr|auto, likelihood, mixture, slrm, smpcr",
        "--method trees|likelihood, mixture, slrm, smpcr",
        "--method kernel|likelihood, mixture, slrm, smpcr",
        "--report|--report needs all rows",
        "--weights x1|--weights needs all rows",
        "--passes 0|--passes must be between 1 and 500, got 0",
        "--validation 1.5|--validation must be a fraction",
        "--rank 50|rank must be between 1 and 12, got 50"
      })
  void whatCannotBeIsWrongUsage(String line) {
    String[] parts = line.split("\\|");
    Cli refused = fit(DATA, parts[0].split(" "));
    assertEquals(2, refused.code(), refused.err());
    assertTrue(refused.err().contains(parts[1]), refused.err());
  }

  @Test
  void optionsOfStreamNeedStream() {
    Cli refused = Cli.run("fit", DATA, "--target", "quality", "--passes", "3", "--out", model());
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("--passes needs --stream"), refused.err());
  }

  @Test
  void badInputIsToldAsByFit() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.csv"), "a,quality\n1,2\n2,word\n3,4\n4,5\n");
    Cli streamed = fit(bad);
    Cli plain = Cli.run("fit", bad, "--target", "quality", "--out", model());
    assertEquals(3, streamed.code());
    assertEquals(plain.err().lines().findFirst(), streamed.err().lines().findFirst());
    Cli none = fit(folder.resolve("none.csv"));
    assertEquals(3, none.code());
    assertTrue(none.err().contains("no such file"), none.err());
    Path few = Files.writeString(folder.resolve("few.csv"), "a,quality\n1,2\n");
    assertEquals(3, fit(few).code());
    Cli precious =
        Cli.run("fit", DATA, "--target", "quality", "--stream", "--cache", bad, "--out", model());
    assertEquals(3, precious.code());
    assertTrue(precious.err().contains("must be a row cache or absent"), precious.err());
    Cli nowhere =
        Cli.run(
            "fit",
            DATA,
            "--target",
            "quality",
            "--stream",
            "--cache",
            folder.resolve("no/c"),
            "--out",
            model());
    assertEquals(4, nowhere.code());
  }
}
