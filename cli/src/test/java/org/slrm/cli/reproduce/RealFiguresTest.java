package org.slrm.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.slrm.paper.Simulation;

/** The real tasks as the paper prepares them; skipped where the data are not there. */
class RealFiguresTest {
  private static Path data() {
    String given = System.getProperty("SLRM_DATA", System.getenv("SLRM_DATA"));
    Path folder = given == null ? Path.of("../../shared/data") : Path.of(given);
    assumeTrue(Files.isDirectory(folder), "no data folder: set SLRM_DATA");
    return folder;
  }

  @Test
  void airlineTasksHaveThePapersSizesAndUnits() {
    FigurePlan plan = Figures.plan("fig2b", Scale.FULL, 1, data());
    assertEquals(6, plan.points().size());
    TaskData d = plan.points().get(0).source().apply(1);
    assertEquals(200, d.train().y().length);
    assertEquals(50, d.validation().y().length);
    assertEquals(46, d.test().y().length);
    assertEquals(0.25, d.train().x().missingShare(), 0.01);
    Simulation.Sample all = RealTables.airline(data().resolve("atp/atp1d.arff"), 0);
    assertEquals(417, all.x().columns());
    double[][] x = all.x().toNaN();
    for (double[] row : x) {
      double days = 0;
      for (int j = 3; j < 10; j++) {
        days += row[j];
      }
      assertEquals(1, days);
    }
    assertEquals(0.3221, mean(all.y()), 5e-5);
    assertEquals(72.0 / 180, x[0][0], 1e-12);
    assertEquals(0.549, x[0][11], 1e-12);
  }

  @Test
  void geneAndSliceTasksHaveThePapersSizes() {
    FigurePlan plan = Figures.plan("fig2a", Scale.FULL, 1, data());
    assertEquals(3, plan.points().size());
    TaskData leukemia = plan.points().get(0).source().apply(2);
    assertEquals(7129, leukemia.train().x().columns());
    assertEquals(30, leukemia.train().y().length);
    assertEquals(22, leukemia.test().y().length);
    assertEquals(20, leukemia.validation().y().length);
    assertEquals(0.9, leukemia.train().x().missingShare(), 0.01);
    assertEquals(0.25, leukemia.test().x().missingShare(), 0.01);
    Path folder = data().resolve("ct_slice");
    Simulation.Sample slices =
        RealTables.slices(
            folder.resolve("slice_localization_first682.csv.gz"),
            folder.resolve("slice_localization_sample78.csv.gz"));
    assertTrue(slices.y().length <= 757 && slices.y().length > 740, "" + slices.y().length);
  }

  private static double mean(double[] y) {
    return java.util.Arrays.stream(y).average().orElseThrow();
  }
}
