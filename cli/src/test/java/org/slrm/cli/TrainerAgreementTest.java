package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.data.RowBlocks;
import org.slrm.io.cache.RowCache;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.model.ModelFile;
import org.slrm.io.train.ClassWeights;
import org.slrm.io.train.HoldOut;
import org.slrm.io.train.TableTrainer;
import org.slrm.io.train.TargetLimits;
import org.slrm.io.train.TrainingResult;
import org.slrm.io.train.TrainingSettings;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;

/** {@code fit} and {@link TableTrainer} make the same model of the same file. */
class TrainerAgreementTest {
  private static final String DATA = "../examples/sensors.csv";
  private static final AutoConfig QUICK = AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK);

  @TempDir Path folder;

  private Path fit(Object... options) {
    Path out = folder.resolve("m.slrm");
    List<Object> words = new ArrayList<>(List.of("fit", DATA, "--out", out, "--seed", 3));
    words.addAll(List.of(options));
    Cli.run(words.toArray()).done();
    return out;
  }

  /** Equal but for the origin, which only a command has. */
  private static void assertSame(Path file, TrainingResult result) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    result.file().with(ModelFile.read(file).provenance()).write(bytes);
    assertArrayEquals(Files.readAllBytes(file), bytes.toByteArray());
  }

  private static TrainingSettings settings(ReadOptions columns) {
    return TrainingSettings.of(columns).withSeed(3);
  }

  @Test
  void theDefaultMethodWithHeldOutRowsAndLimits() throws IOException {
    Path file = fit("--target", "quality", "--effort", "quick", "--holdout", 0.2, "--max", 1000);
    TrainingSettings s =
        settings(ReadOptions.builder().target("quality").build())
            .withMethod(QUICK)
            .withHoldOut(HoldOut.fraction(0.2))
            .withLimits(new TargetLimits(Double.NEGATIVE_INFINITY, 1000));
    assertSame(file, new TableTrainer(s).fit(DATA));
  }

  /** Columns a, b, assay, site, y and state. */
  private Path made() throws IOException {
    StringBuilder csv = new StringBuilder("a,b,assay,site,y,state\n");
    for (int i = 0; i < 120; i++) {
      double u = Math.sin(i);
      csv.append(u).append(',').append(i % 4 == 0 ? "" : u + Math.cos(3.0 * i)).append(',');
      csv.append(u + 0.1 * Math.cos(7.0 * i)).append(",s").append(i % 9).append(',');
      csv.append(u + 0.2 * Math.cos(5.0 * i)).append(u > 0.7 ? ",worn\n" : ",good\n");
    }
    return Files.writeString(folder.resolve("made.csv"), csv);
  }

  @Test
  void aMethodWithGroupsAndAuxiliaryColumns() throws IOException {
    Path data = made();
    Path out = folder.resolve("made.slrm");
    Object[] words = {
      "fit",
      data,
      "--out",
      out,
      "--target",
      "y",
      "--ignore",
      "state",
      "--train-only",
      "assay",
      "--group",
      "site",
      "--method",
      "likelihood",
      "--rank",
      2,
      "--folds",
      3,
      "--no-calibration"
    };
    Cli.run(words).done();
    TrainingSettings s =
        TrainingSettings.of(ReadOptions.builder().target("y").ignore("state").build())
            .withMethod(LikelihoodConfig.defaults().withRank(2))
            .withFolds(3)
            .withAuxiliary(List.of("assay"))
            .withGroup("site")
            .withCalibration(false);
    assertSame(out, new TableTrainer(s).fit(data));
  }

  @Test
  void classesWithWeights() throws IOException {
    Path data = made();
    Path out = folder.resolve("made.slrm");
    Object[] words = {
      "fit",
      data,
      "--out",
      out,
      "--target",
      "state",
      "--ignore",
      "y,assay",
      "--effort",
      "quick",
      "--class-weights",
      "worn=3"
    };
    Cli.run(words).done();
    TrainingSettings s =
        TrainingSettings.of(ReadOptions.builder().target("state").ignore("y", "assay").build())
            .withMethod(QUICK)
            .withClassWeights(ClassWeights.of(Map.of("worn", 3.0)));
    assertSame(out, new TableTrainer(s).fit(data));
  }

  @Test
  void passesOverTheFile() throws IOException {
    Path file =
        fit(
            "--target",
            "quality",
            "--stream",
            "--method",
            "likelihood",
            "--rank",
            2,
            "--passes",
            2,
            "--cache",
            "none",
            "--validation",
            0.3);
    TrainingSettings s =
        settings(ReadOptions.builder().target("quality").build())
            .withMethod(LikelihoodConfig.defaults().withRank(2))
            .withValidation(HoldOut.fraction(0.3));
    try (RowCache rows = RowCache.temporary(DATA, s.tableOptions(), folder, count -> true)) {
      TrainingResult result =
          new TableTrainer(s).fit(rows, RowBlocks.Passes.defaults().withMaxPasses(2));
      assertSame(file, result);
      assertEquals(List.of("quality"), result.named().targets());
    }
  }
}
