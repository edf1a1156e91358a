package org.slrm.cli.report.reproduce;

import java.util.List;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.ClaimVerdict.Outcome;

/** Counts of the verdicts on the paper's claims. */
final class ClaimCounts {
  private ClaimCounts() {}

  /** One sentence with emphasis. */
  static String of(List<ClaimVerdict> verdicts, String from, String to) {
    List<ClaimVerdict> paper = verdicts.stream().filter(ClaimVerdict::ofThePaper).toList();
    return "Of "
        + from
        + (paper.size() == 1 ? "1 claim" : paper.size() + " claims")
        + to
        + " of the paper "
        + from
        + count(paper, Outcome.HELD)
        + " held"
        + to
        + ", of "
        + count(paper, Outcome.DIRECTION_ONLY)
        + " only the direction did, "
        + from
        + count(paper, Outcome.DID_NOT_HOLD)
        + " did not hold"
        + to
        + ", "
        + count(paper, Outcome.NOT_DECIDABLE)
        + " cannot be decided and "
        + count(paper, Outcome.NOT_TESTED)
        + " could not be tested.";
  }

  private static long count(List<ClaimVerdict> verdicts, Outcome outcome) {
    return verdicts.stream().filter(v -> v.outcome() == outcome).count();
  }
}
