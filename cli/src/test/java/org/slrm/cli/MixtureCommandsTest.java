package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mixture of factor analysers from simulation to evaluation. */
class MixtureCommandsTest {
  @TempDir Path folder;

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private void simulate(String out, int draw) {
    Cli.run(
            "simulate",
            "--subspaces",
            2,
            "--rows",
            300,
            "--features",
            12,
            "--rank",
            2,
            "--nonzeros",
            2,
            "--noise-x",
            0.2,
            "--noise-y",
            0.2,
            "--draw",
            draw,
            "--out",
            folder.resolve(out),
            "--truth",
            folder.resolve("truth.json"))
        .done();
  }

  @Test
  void aSimulatedMixtureIsFittedInspectedAndMeasuredAgainstItsTruth() throws IOException {
    simulate("train.csv", 1);
    simulate("test.csv", 2);
    Path model = folder.resolve("m.slrm");
    Cli fit =
        Cli.run(
                "fit",
                folder.resolve("train.csv"),
                "--target",
                "y",
                "--method",
                "mixture",
                "--components",
                2,
                "--rank",
                2,
                "--out",
                model,
                "--json")
            .done();
    assertEquals("mixture", json(fit.out()).get("method").asText());
    JsonNode measured =
        json(
            Cli.run(
                    "evaluate",
                    model,
                    folder.resolve("test.csv"),
                    "--json",
                    "--truth",
                    folder.resolve("truth.json"))
                .done()
                .out());
    double bayes = measured.get("bayesMse").asDouble();
    double mse = measured.get("mse").asDouble();
    assertTrue(mse < 1.2 * bayes, mse + " against " + bayes);
    JsonNode member = json(Cli.run("inspect", model, "--json").done().out()).get("members").get(0);
    assertEquals("mixture", member.get("kind").asText());
    assertEquals(2, member.get("components").size());
    assertEquals(2, member.get("components").get(1).get("rank").asInt());
    assertEquals(
        1, member.get("shares").get(0).asDouble() + member.get("shares").get(1).asDouble(), 1e-9);
    String said = Cli.run("inspect", model).done().out();
    assertTrue(said.contains("component 2: share 0."), said);
    assertTrue(said.contains("the model is nonlinear"), said);
  }

  @Test
  void wrongUseIsNamed() {
    Path any = Path.of("../examples/sensors.csv");
    assertRefused(
        "--components is not an option of --method auto; --components applies to mixture",
        Cli.run("fit", any, "--target", "quality", "--components", 2));
    assertRefused(
        "--components must be auto or a whole number from 1, got two",
        Cli.run("fit", any, "--target", "quality", "--method", "mixture", "--components", "two"));
    assertRefused(
        "noiseX of several subspaces must be finite and above 0, got 0.0",
        Cli.run("simulate", "--subspaces", 2));
  }

  private static void assertRefused(String rule, Cli said) {
    assertEquals(2, said.code());
    assertTrue(said.err().contains(rule), said.err());
  }
}
