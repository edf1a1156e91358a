package org.slrm.internal.auto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.candidate.ImputedTreesCandidate;
import org.slrm.internal.candidate.KernelCandidate;
import org.slrm.internal.candidate.MixtureCandidate;
import org.slrm.internal.candidate.RawTreesCandidate;
import org.slrm.internal.candidate.TransformedCandidate;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.internal.transform.Shape;
import org.slrm.internal.trees.imputed.RidgeUse;
import org.slrm.internal.trees.imputed.TreeFeatures;
import org.slrm.method.MixtureConfig;
import org.slrm.result.FitReport.SkipReason;

class CandidatePriorityTest {
  private static final TableSize SMALL = new TableSize(200, 10, 8);
  private static final TableSize WIDE = new TableSize(5000, 2000, 1500);

  private final Candidate trees =
      new ImputedTreesCandidate(
          FactorCandidate.plain(5, false), AutoRules.TREES, new TreeFeatures(RidgeUse.INPUT, true));
  private final Candidate kernel = new KernelCandidate(FactorCandidate.plain(5, false), true, 300);
  private final Candidate codes = new KernelCandidate(FactorCandidate.plain(5, false), false, 300);
  private final Candidate curved = new TransformedCandidate(kernel, Shape.LOG);
  private final Candidate union = new MixtureCandidate(MixtureConfig.defaults().with(2, 5));

  /** What is tried when every candidate is dropped, in this order. */
  private static List<Candidate> tried(CandidatePriority priority, List<Candidate> of) {
    List<Candidate> left = new ArrayList<>(of);
    List<Candidate> out = new ArrayList<>();
    for (Optional<Candidate> next = priority.best(left);
        next.isPresent();
        next = priority.best(left)) {
      out.add(next.get());
      left.remove(next.get());
      priority.add(next.get(), false);
    }
    return out;
  }

  private static double perSecond(Candidate c) {
    CandidatePriority fresh = new CandidatePriority(SMALL);
    return fresh.priority(c) / fresh.seconds(c);
  }

  @Test
  void theHighestPriorityPerSecondGoesFirst() {
    Candidate first =
        new CandidatePriority(SMALL).best(List.of(union, kernel, trees)).orElseThrow();
    for (Candidate other : List.of(union, kernel, trees)) {
      assertTrue(perSecond(first) >= perSecond(other));
    }
  }

  @Test
  void treesOnRawFeaturesSayNothingAboutOthers() {
    List<Candidate> all = List.of(trees, kernel, codes, curved, union);
    CandidatePriority after = new CandidatePriority(SMALL);
    after.add(new RawTreesCandidate(AutoRules.RAW_TREES, 1), false);
    assertEquals(tried(new CandidatePriority(SMALL), all), tried(after, all));
    after = new CandidatePriority(SMALL);
    after.add(new RawTreesCandidate(AutoRules.RAW_TREES, 1), true);
    assertFalse(after.nonlinear());
  }

  @Test
  void whereNothingIsKeptTheSearchEndsSoon() {
    List<Candidate> all = List.of(trees, kernel, codes, curved, union);
    List<Candidate> tried = tried(new CandidatePriority(SMALL), all);
    assertTrue(tried.size() >= 2, "one failure says little");
    assertTrue(tried.size() < all.size(), "several say much");
    assertFalse(tried.contains(curved), "curves before what was dropped");
  }

  @Test
  void oneThatIsKeptSpeaksForItsFamily() {
    CandidatePriority priority = new CandidatePriority(SMALL);
    priority.add(trees, false);
    priority.add(kernel, true);
    priority.add(codes, false);
    assertTrue(priority.nonlinear());
    assertEquals(Optional.of(curved), priority.best(List.of(curved)));
  }

  @Test
  void whatWouldTakeVeryLongIsNotTried() {
    assertTrue(union.seconds(WIDE) > 10);
    CandidatePriority priority = new CandidatePriority(WIDE);
    assertEquals(Optional.empty(), priority.best(List.of(union)));
    assertEquals(SkipReason.COST, priority.reason(union));
  }

  @Test
  void costsGrowWithTheTable() {
    for (Candidate candidate : List.of(trees, kernel, codes, curved, union)) {
      double few = candidate.seconds(SMALL);
      assertTrue(few > 0, candidate.name());
      assertTrue(candidate.seconds(new TableSize(2000, 10, 8)) > few, candidate.name());
      assertTrue(candidate.seconds(new TableSize(200, 100, 80)) >= few, candidate.name());
    }
  }
}
