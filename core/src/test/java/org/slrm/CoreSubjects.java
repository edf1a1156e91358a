package org.slrm;

import static org.slrm.MethodSubject.Trait.COPIES_GIVE_LABELS_AWAY;
import static org.slrm.MethodSubject.Trait.COUNT_EVERY_COLUMN;
import static org.slrm.MethodSubject.Trait.DRAW_COLUMNS_BY_PLACE;
import static org.slrm.MethodSubject.Trait.DRAW_ROWS_BY_PLACE;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.TreesConfig;

/** Settings of this module's methods that the contract is checked for beside the defaults. */
public final class CoreSubjects implements MethodSubject.More {
  @Override
  public Map<String, Set<MethodSubject.Trait>> traits() {
    return Map.ofEntries(
        Map.entry("auto", Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        Map.entry("likelihood", Set.of(DRAW_ROWS_BY_PLACE, COUNT_EVERY_COLUMN)),
        Map.entry("mixture", Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        Map.entry(
            "kernel",
            Set.of(
                DRAW_ROWS_BY_PLACE,
                DRAW_COLUMNS_BY_PLACE,
                COUNT_EVERY_COLUMN,
                COPIES_GIVE_LABELS_AWAY)),
        Map.entry("trees", Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE)),
        Map.entry("mean-lasso", Set.of(DRAW_ROWS_BY_PLACE)));
  }

  @Override
  public List<MethodSubject> subjects() {
    return List.of(
        new MethodSubject(
            "auto with indicators",
            AutoConfig.defaults().withIndicators(AutoConfig.Indicators.ON),
            Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "likelihood of given rank",
            LikelihoodConfig.defaults().withRank(2).withTolerance(1e-13).withMaxIterations(5000),
            Set.of()),
        new MethodSubject(
            "sparse likelihood",
            LikelihoodConfig.defaults()
                .withRank(2)
                .withTolerance(1e-13)
                .withMaxIterations(5000)
                .withSparse(true),
            Set.of(DRAW_ROWS_BY_PLACE)),
        new MethodSubject(
            "kernel on factor scores",
            KernelConfig.defaults().withRank(2).withInputs(KernelConfig.Inputs.CODES),
            Set.of(
                DRAW_ROWS_BY_PLACE,
                DRAW_COLUMNS_BY_PLACE,
                COUNT_EVERY_COLUMN,
                COPIES_GIVE_LABELS_AWAY)),
        new MethodSubject(
            "kernel on imputed features",
            KernelConfig.defaults().withRank(2).withInputs(KernelConfig.Inputs.COMPLETED),
            Set.of(
                DRAW_ROWS_BY_PLACE,
                DRAW_COLUMNS_BY_PLACE,
                COUNT_EVERY_COLUMN,
                COPIES_GIVE_LABELS_AWAY)),
        new MethodSubject(
            "mixture of given size",
            MixtureConfig.defaults().withComponents(2).withRank(2),
            Set.of(DRAW_ROWS_BY_PLACE, COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "lasso of given penalty",
            MeanElasticNetConfig.defaults().withPenalties(0.02, 0.01),
            Set.of()),
        new MethodSubject(
            "least squares", MeanElasticNetConfig.defaults().withPenalties(0, 0), Set.of()),
        new MethodSubject("trees of given number", TreesConfig.defaults().withTrees(30), Set.of()));
  }
}
