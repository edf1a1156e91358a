package org.slrm.internal.auto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.candidate.RawTreesCandidate;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.label.Layout;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.BaselineCandidate;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.method.AutoConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;
import org.slrm.result.Predictions;

/** Every kind of member the family makes. */
class PortfolioTest {
  private final Simulation simulation =
      Simulation.builder().rows(90).features(10).rank(3).nonzeros(2).noise(0.4).build();
  private final Simulation.Sample train = simulation.train();
  private final Simulation.Sample test = simulation.test(50);

  @Test
  void everyKindOfMemberPredictsTheSameAfterItsStateIsReadBack() {
    SlrmModel single =
        Slrm.with(MeanElasticNetConfig.defaults()).folds(0).fit(train.x(), train.y());
    Set<String> kinds = new TreeSet<>();
    agrees(single.state(), kinds);
    TrainingData data = new TrainingData(train.x(), IncompleteMatrix.ofColumn(train.y()));
    SharedFits set =
        new SharedFits(
            new TableRows(data, FitContext.of(1)),
            MissingIndicators.of(data.x(), null),
            20,
            WarmStarts.none());
    Portfolio family = new Portfolio(60, 8, false);
    List<Candidate> candidates = new ArrayList<>(family.simple());
    candidates.add(BaselineCandidate.of(data));
    candidates.add(new RawTreesCandidate(AutoRules.RAW_TREES, 1));
    candidates.addAll(family.variations(FactorCandidate.plain(3, true), false));
    candidates.addAll(Portfolio.indicated(3, AutoConfig.Indicators.TRY));
    for (Candidate candidate : candidates) {
      agrees(model(candidate.fit(set), single), kinds);
    }
    assertEquals(
        Set.of(
            "completed",
            "completed-trees",
            "curved",
            "indicators",
            "kernel",
            "likelihood",
            "linear",
            "trees"),
        kinds);
  }

  private static ModelState model(Member member, SlrmModel other) {
    return ModelStates.write(
        new ModelStates.Parts(
            new Ensemble(
                identity(10),
                identity(1),
                List.of(member),
                new double[][] {{1}},
                Layout.numbers(1)),
            other.report()));
  }

  private static Scaling identity(int columns) {
    double[] scale = new double[columns];
    Arrays.fill(scale, 1);
    return Scaling.of(new double[columns], scale);
  }

  private void agrees(ModelState state, Set<String> kinds) {
    SlrmModel once = SlrmModel.of(state);
    SlrmModel twice = SlrmModel.of(once.state());
    Predictions a = once.predict(test.x());
    Predictions b = twice.predict(test.x());
    assertArrayEquals(a.mean(), b.mean(), 0);
    assertArrayEquals(a.standardError(), b.standardError(), 0);
    assertArrayEquals(
        once.impute(test.x().row(0)).value(), twice.impute(test.x().row(0)).value(), 0);
    kinds.add(
        String.valueOf(
            StateValues.map(
                    java.util.Map.of("m", ((List<?>) state.values().get("members")).get(0)), "m")
                .get("kind")));
  }
}
