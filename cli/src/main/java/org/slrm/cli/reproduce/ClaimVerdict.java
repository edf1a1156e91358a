package org.slrm.cli.reproduce;

/**
 * The verdict on a claim.
 *
 * @param figure the figure it is about
 * @param claim the claim
 * @param rule how it is evaluated
 * @param outcome the outcome
 * @param evidence the numbers
 * @param reason the reason if known, else empty
 */
public record ClaimVerdict(
    String figure, String claim, ClaimRule rule, Outcome outcome, String evidence, String reason) {
  /** Whether the claim is the paper's and not ours. */
  public boolean ofThePaper() {
    return rule != ClaimRule.OURS && !claim.startsWith(Verdicts.OURS);
  }

  /** The outcomes of a claim. */
  public enum Outcome {
    /** It did. */
    HELD("held"),
    /** The numbers agree with the claim, but not clearly or not everywhere. */
    DIRECTION_ONLY("direction only"),
    /** It did not. */
    DID_NOT_HOLD("did not hold"),
    /** The difference in question is negligible. */
    NOT_DECIDABLE("not decidable"),
    /** Data or runs are missing. */
    NOT_TESTED("could not be tested");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /** The outcome as text. */
    public String label() {
      return label;
    }
  }
}
