package org.slrm.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.cli.reproduce.ClaimVerdict.Outcome;

class VerdictsTest {
  private final List<Run> runs = new ArrayList<>();

  /** Errors of a method on the data sets of a point; labels have variance 10. */
  private void errors(String figure, String point, ComparedMethod who, double... mse) {
    for (int s = 0; s < mse.length; s++) {
      runs.add(
          new Run(
              figure,
              point,
              1,
              s + 1,
              who,
              mse[s],
              10,
              0,
              1,
              1,
              1,
              1001,
              "tiny",
              false,
              Run.Budget.UNKNOWN,
              Map.of(),
              ""));
    }
  }

  private ClaimVerdict first(String figure) {
    return Verdicts.of(Figures.plan(figure, Scale.TINY, 1, null), runs).get(0);
  }

  @Test
  void pairingSeesThroughDataSetsThatDifferMoreThanMethods() {
    errors("fig1b", "p", ComparedMethod.PRINTED, 1, 2, 3);
    errors("fig1b", "p", ComparedMethod.SMPCR, 1.1, 2.1, 3.11);
    Paired p = Paired.of(runs, "p", ComparedMethod.PRINTED, ComparedMethod.SMPCR);
    assertEquals(0.31 / 3, p.difference(), 1e-12);
    assertTrue(p.clearlyLower());
    assertFalse(p.clearlyHigher());
    // Standard deviation of (0.1, 0.1, 0.11) over the root of 3.
    assertEquals(0.01 / 3, p.standardError(), 1e-12);
  }

  @Test
  void onlyDataSetsThatBothHaveCount() {
    errors("fig1b", "p", ComparedMethod.PRINTED, 1, 2);
    errors("fig1b", "p", ComparedMethod.SMPCR, 5, 6, 7);
    Paired p = Paired.of(runs, "p", ComparedMethod.PRINTED, ComparedMethod.SMPCR);
    assertEquals(2, p.dataSets());
    assertEquals(4, p.difference(), 1e-12);
  }

  @Test
  void aMillionthOfTheVarianceIsNoDifference() {
    errors("fig1a", "p", ComparedMethod.PRINTED, 1e-6, 1.1e-6, 0.9e-6);
    errors("fig1a", "p", ComparedMethod.SMPCR, 1e-29, 1e-29, 1e-29);
    Paired p = Paired.of(runs, "p", ComparedMethod.PRINTED, ComparedMethod.SMPCR);
    assertFalse(p.clearlyHigher());
    assertEquals(0, p.standardErrors());
  }

  @Test
  void belowEverywhereHeldWhenClearAtMostPointsAndAgainstAtNone() {
    errors("fig1b", "var=0.1", ComparedMethod.PRINTED, 1, 1.01);
    errors("fig1b", "var=0.1", ComparedMethod.SMPCR, 2, 2.02);
    errors("fig1b", "var=1", ComparedMethod.PRINTED, 3, 3.01);
    errors("fig1b", "var=1", ComparedMethod.SMPCR, 4, 4.02);
    assertEquals(Outcome.HELD, first("fig1b").outcome());
  }

  @Test
  void onePointClearlyAgainstItIsEnough() {
    errors("fig1b", "var=0.1", ComparedMethod.PRINTED, 1, 1.01);
    errors("fig1b", "var=0.1", ComparedMethod.SMPCR, 2, 2.02);
    errors("fig1b", "var=1", ComparedMethod.PRINTED, 5, 5.01);
    errors("fig1b", "var=1", ComparedMethod.SMPCR, 4, 4.02);
    ClaimVerdict v = first("fig1b");
    assertEquals(Outcome.DID_NOT_HOLD, v.outcome());
    assertTrue(v.evidence().contains("clearly above at 1"), v.evidence());
    assertFalse(v.reason().isEmpty());
  }

  @Test
  void lowerAtMostPointsButNotClearlyIsTheDirectionOnly() {
    errors("fig1b", "var=0.1", ComparedMethod.PRINTED, 1, 1.4);
    errors("fig1b", "var=0.1", ComparedMethod.SMPCR, 1.3, 1.3);
    errors("fig1b", "var=1", ComparedMethod.PRINTED, 3, 3.01);
    errors("fig1b", "var=1", ComparedMethod.SMPCR, 4, 4.02);
    ClaimVerdict v = first("fig1b");
    assertEquals(Outcome.DIRECTION_ONLY, v.outcome());
    assertEquals(
        "lower at 2 of 2 points, clearly at 1; clearly above at 0; too small to count at 0",
        v.evidence());
    assertTrue(v.rule().text().contains("Direction only: lower in the mean"));
  }

  @Test
  void differencesTooSmallToCountDecideNothing() {
    for (String point : List.of("n=40", "n=80")) {
      errors("fig1a", point, ComparedMethod.PRINTED, 1e-6, 1.1e-6);
      errors("fig1a", point, ComparedMethod.SMPCR, 1e-9, 1e-9);
    }
    List<ClaimVerdict> v = Verdicts.of(Figures.plan("fig1a", Scale.TINY, 1, null), runs);
    assertEquals(Outcome.NOT_DECIDABLE, v.get(0).outcome());
    assertEquals(Outcome.NOT_DECIDABLE, v.get(1).outcome());
    assertTrue(v.get(1).evidence().contains("too small to count"), v.get(1).evidence());
  }

  @Test
  void thePapersClaimIsEvaluatedByThePapersSmpcrAndOursBesideIt() {
    for (String point : List.of("var=0.1", "var=1")) {
      errors("fig1c", point, ComparedMethod.PRINTED, 3, 3.1);
      errors("fig1c", point, ComparedMethod.FADING, 2, 2.1);
      errors("fig1c", point, ComparedMethod.SMPCR, 4, 4.11);
    }
    List<ClaimVerdict> v = Verdicts.of(Figures.plan("fig1c", Scale.TINY, 1, null), runs);
    assertEquals(Outcome.HELD, v.get(0).outcome());
    assertTrue(v.get(0).ofThePaper());
    assertEquals(Outcome.DID_NOT_HOLD, v.get(1).outcome());
    assertFalse(v.get(1).ofThePaper());
    runs.removeIf(r -> r.method() == ComparedMethod.SMPCR);
    assertEquals(Outcome.NOT_TESTED, first("fig1c").outcome());
  }

  @Test
  void pointsTooSmallToCountAreLeftOut() {
    errors("fig1a", "n=40", ComparedMethod.PRINTED, 1, 1.01);
    errors("fig1a", "n=40", ComparedMethod.SMPCR, 2, 2.02);
    errors("fig1a", "n=80", ComparedMethod.PRINTED, 1e-9, 1e-9);
    errors("fig1a", "n=80", ComparedMethod.SMPCR, 0, 0);
    assertEquals(Outcome.NOT_DECIDABLE, first("fig1a").outcome(), "half of them");
    ComparedMethod rival = ComparedMethod.SMPCR;
    runs.removeIf(r -> r.point().equals("n=80") && r.method() == rival);
    errors("fig1a", "n=80", rival, 2, 2.01);
    assertEquals(Outcome.HELD, first("fig1a").outcome());
  }

  @Test
  void algorithmOneWithOptionsIsEvaluatedBesideTheOnePrinted() {
    for (String point : List.of("var=0.1", "var=1")) {
      errors("fig1c", point, ComparedMethod.PRINTED, 5, 5.1);
      errors("fig1c", point, ComparedMethod.SLRM, 3, 3.1);
      errors("fig1c", point, ComparedMethod.SMPCR, 4, 4.11);
    }
    List<ClaimVerdict> v = Verdicts.of(Figures.plan("fig1c", Scale.TINY, 1, null), runs);
    assertEquals(Outcome.DID_NOT_HOLD, v.get(0).outcome());
    assertEquals(Outcome.HELD, v.get(1).outcome());
    assertFalse(v.get(1).ofThePaper());
  }

  @Test
  void oneDataSetIsNoTest() {
    errors("fig1b", "var=0.1", ComparedMethod.PRINTED, 1);
    errors("fig1b", "var=0.1", ComparedMethod.SMPCR, 2);
    assertEquals(Outcome.NOT_TESTED, first("fig1b").outcome());
  }

  @Test
  void aTrendNeedsItsEndsApartAndNoStepBack() {
    for (ComparedMethod who : List.of(ComparedMethod.PRINTED, ComparedMethod.SMPCR)) {
      errors("fig1d", "p=0.6", who, 3, 3.1);
      errors("fig1d", "p=0.9", who, 2, 2.1);
    }
    assertEquals(Outcome.HELD, first("fig1d").outcome());
    runs.clear();
    for (ComparedMethod who : List.of(ComparedMethod.PRINTED, ComparedMethod.SMPCR)) {
      errors("fig1d", "p=0.6", who, 3, 3.1);
      errors("fig1d", "p=0.9", who, 3, 3.05);
    }
    assertEquals(Outcome.DIRECTION_ONLY, first("fig1d").outcome());
    runs.clear();
    for (ComparedMethod who : List.of(ComparedMethod.PRINTED, ComparedMethod.SMPCR)) {
      errors("fig1d", "p=0.6", who, 3, 3.1);
      errors("fig1d", "p=0.9", who, 3.05, 3.1);
    }
    assertEquals(Outcome.DID_NOT_HOLD, first("fig1d").outcome());
  }

  @Test
  void ourDefaultIsEvaluatedAgainstBothRivals() {
    for (String point : List.of("var=0.1", "var=1")) {
      errors("fig1c", point, ComparedMethod.PRINTED, 3, 3.1);
      errors("fig1c", point, ComparedMethod.SMPCR, 2, 2.1);
      errors("fig1c", point, ComparedMethod.AUTO, 2.5, 2.6);
    }
    ClaimVerdict v = Verdicts.of(Figures.plan("fig1c", Scale.TINY, 1, null), runs).get(2);
    assertEquals(Outcome.DID_NOT_HOLD, v.outcome());
    assertTrue(v.evidence().startsWith("0 of 2; above at var=0.1, var=1"), v.evidence());
  }
}
