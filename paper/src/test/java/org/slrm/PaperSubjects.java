package org.slrm;

import static org.slrm.MethodSubject.Trait.COPIES_GIVE_LABELS_AWAY;
import static org.slrm.MethodSubject.Trait.COUNT_EVERY_COLUMN;
import static org.slrm.MethodSubject.Trait.DRAW_COLUMNS_BY_PLACE;
import static org.slrm.MethodSubject.Trait.DRAW_ROWS_BY_PLACE;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slrm.method.KernelConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.DictionaryConfig;
import org.slrm.paper.MousseConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.SirConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.paper.TaskDrivenConfig;

/** Settings of this module's methods that the contract is checked for beside the defaults. */
public final class PaperSubjects implements MethodSubject.More {
  @Override
  public Map<String, Set<MethodSubject.Trait>> traits() {
    return Map.ofEntries(
        Map.entry("dictionary", Set.of(DRAW_ROWS_BY_PLACE)),
        Map.entry("mousse", Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        Map.entry("slrm", Set.of(DRAW_ROWS_BY_PLACE)),
        Map.entry("smpcr", Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        Map.entry("mpcr", Set.of(DRAW_ROWS_BY_PLACE, COUNT_EVERY_COLUMN)),
        Map.entry("pcr", Set.of(DRAW_ROWS_BY_PLACE)),
        Map.entry("pls", Set.of(DRAW_ROWS_BY_PLACE)),
        Map.entry(
            "sir",
            Set.of(
                DRAW_ROWS_BY_PLACE,
                DRAW_COLUMNS_BY_PLACE,
                COUNT_EVERY_COLUMN,
                COPIES_GIVE_LABELS_AWAY)),
        Map.entry("corrected-lasso", Set.of(DRAW_ROWS_BY_PLACE)),
        Map.entry("task-driven", Set.of(DRAW_ROWS_BY_PLACE)));
  }

  /** It searches estimators, inputs and directions. */
  @Override
  public Set<String> slow() {
    return Set.of("sir");
  }

  @Override
  public List<MethodSubject> subjects() {
    return List.of(
        new MethodSubject(
            "slrm of given penalties",
            SlrmConfig.builder().rank(2).l1(0.01).l2(0).reconstructionWeight(1).build(),
            Set.of(DRAW_ROWS_BY_PLACE)),
        new MethodSubject(
            "smpcr of given rank",
            SmpcrConfig.defaults().withRank(2),
            Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "mpcr of given rank",
            MpcrConfig.defaults().withRank(2),
            Set.of(DRAW_ROWS_BY_PLACE, COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "mpcr of given penalty",
            MpcrConfig.defaults().withRank(2).withL1(0.01).withPasses(2000, 1e-10),
            Set.of(COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "pcr of given penalty", PcrConfig.defaults().withRank(2).withL1(0.01), Set.of()),
        new MethodSubject(
            "sir of two directions",
            SirConfig.defaults()
                .withRank(2)
                .withEstimator(SirConfig.Estimator.SIR)
                .withInputs(KernelConfig.Inputs.COMPLETED)
                .withDirections(2),
            Set.of(
                DRAW_ROWS_BY_PLACE,
                DRAW_COLUMNS_BY_PLACE,
                COUNT_EVERY_COLUMN,
                COPIES_GIVE_LABELS_AWAY)),
        new MethodSubject(
            "mousse of one leaf",
            MousseConfig.defaults().withRank(2).withLeaves(1),
            Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "mousse of several leaves",
            MousseConfig.defaults().withRank(1).withLeaves(4),
            Set.of(DRAW_ROWS_BY_PLACE, DRAW_COLUMNS_BY_PLACE, COUNT_EVERY_COLUMN)),
        new MethodSubject(
            "pls of given components", PlsConfig.defaults().withComponents(2), Set.of()),
        new MethodSubject(
            "corrected lasso of given penalty",
            CorrectedLassoConfig.defaults().withPenalty(0.02, 3),
            Set.of()),
        new MethodSubject(
            "dictionary of given size",
            DictionaryConfig.defaults().withAtoms(4).withL1(0.1),
            Set.of(DRAW_ROWS_BY_PLACE)),
        new MethodSubject(
            "task-driven of given size",
            TaskDrivenConfig.defaults()
                .withStart(DictionaryConfig.defaults().withAtoms(4).withL1(0.1))
                .withStepSize(0.003),
            Set.of(DRAW_ROWS_BY_PLACE)));
  }
}
