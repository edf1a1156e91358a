package org.slrm.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.cli.report.fit.ComponentRows;
import org.slrm.cli.report.fit.FitFacts;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.fit.FitPage;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.Simulation;

/** Pages of models that bend, and of one that does not. */
class BendingPagesTest {
  private static final String KINDS = "<section id=\"kinds\">";
  private static final String COMPONENTS = "<section id=\"components\">";
  private static final String EFFECTS = "<section id=\"effects\">";

  private final Simulation.Sample rows =
      Simulation.builder()
          .rows(240)
          .features(8)
          .rank(2)
          .nonzeros(2)
          .subspaces(2)
          .keep(0.8)
          .noise(0.2)
          .seed(2)
          .build()
          .train();

  private FitInput input(MethodConfig config, int threads) {
    return Samples.input(
        "union",
        IntStream.range(0, 8).mapToObj(j -> "x" + j).toList(),
        rows.x(),
        IncompleteMatrix.ofColumn(rows.y()),
        Slrm.with(config).threads(threads).fit(rows.x(), rows.y()));
  }

  private String page(MethodConfig config) {
    return FitPage.html(FitFacts.of(input(config, 1)), List.of());
  }

  private static MixtureConfig mixture() {
    return MixtureConfig.defaults().withComponents(2).withRank(2);
  }

  @Test
  void aModelThatIsNonlinearShowsWhatMattersByContributions() {
    for (MethodConfig config :
        List.of(TreesConfig.defaults(), KernelConfig.defaults().withRank(2), mixture())) {
      String page = page(config);
      assertTrue(page.contains("Mean contribution of each column"), config.toString());
      assertFalse(page.contains("Coefficients"), config.toString());
      assertTrue(page.contains(EFFECTS), config.toString());
      assertFalse(page.contains(COMPONENTS), config.toString());
      assertFalse(page.contains("NaN"), config.toString());
    }
  }

  @Test
  void aLineShowsItsCoefficientsAndOneKindOfRows() {
    String page = page(LikelihoodConfig.defaults().withRank(2));
    assertTrue(page.contains("Coefficients"));
    assertTrue(page.contains(EFFECTS));
    assertTrue(page.contains(COMPONENTS));
    assertFalse(page.contains(KINDS));
  }

  @Test
  void kindsOfRowsShareOutEveryRow() {
    FitInput in = input(mixture(), 1);
    ComponentRows kinds = FitFacts.of(in).targets().get(0).kinds();
    assertNotNull(kinds);
    assertEquals(2, kinds.kinds().size());
    assertEquals(1, kinds.kinds().stream().mapToDouble(ComponentRows.Kind::fraction).sum(), 1e-9);
    kinds.probabilities().forEach(r -> assertEquals(1, Arrays.stream(r).sum(), 1e-9));
    assertTrue(FitPage.html(FitFacts.of(in), List.of()).contains(KINDS));
  }

  @Test
  void bytesOfAPageThatIsNonlinearAreEqualForAnyNumberOfThreads() {
    assertEquals(
        FitPage.html(FitFacts.of(input(mixture(), 1)), List.of()),
        FitPage.html(FitFacts.of(input(mixture(), 2)), List.of()));
  }
}
