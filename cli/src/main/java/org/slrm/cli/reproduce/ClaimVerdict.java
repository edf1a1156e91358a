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
 * @param outcome whether it held
 * @param evidence the numbers
 * @param reason why, where we know it; else empty
 */
public record ClaimVerdict(
    String figure, String claim, Outcome outcome, String evidence, String reason) {
  /** The three ends of a claim. */
  public enum Outcome {
    /** It did. */
    HELD("held"),
    /** It did not. */
    DID_NOT_HOLD("did not hold"),
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
