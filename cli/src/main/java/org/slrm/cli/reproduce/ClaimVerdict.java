package org.slrm.cli.reproduce;

/**
 * What became of a claim.
 *
 * <pre>{@code
 * verdict.outcome().words();   // held
 * }</pre>
 *
 * @param figure the figure it is about
 * @param claim the claim
 * @param rule how it is evaluated
 * @param outcome whether it held
 * @param evidence the numbers
 * @param reason why, where we know it; else empty
 */
public record ClaimVerdict(
    String figure, String claim, ClaimRule rule, Outcome outcome, String evidence, String reason) {
  /** Whether the paper makes the claim, not we. */
  public boolean ofThePaper() {
    return rule != ClaimRule.OURS && !claim.startsWith(Verdicts.OURS);
  }

  /** The four ends of a claim, and that of one without runs. */
  public enum Outcome {
    /** It did. */
    HELD("held"),
    /** The numbers lie as claimed, but not clearly or not everywhere. */
    DIRECTION_ONLY("direction only"),
    /** It did not. */
    DID_NOT_HOLD("did not hold"),
    /** What it is about is too small to count. */
    NOT_DECIDABLE("not decidable"),
    /** There were not the data or the runs for it. */
    NOT_TESTED("could not be tested");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** The outcome in words. */
    public String words() {
      return words;
    }
  }
}
