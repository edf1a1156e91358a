package org.slrm.internal.label;

/**
 * The Gaussian entry that replaces a label in an E step: its log-likelihood is, or is approximated
 * by, height − ½ precision (η − pseudoLabel)². Workspace, filled by {@link Label#entry}.
 */
public final class Entry {
  /** The pseudo-label. */
  public double pseudoLabel;

  /** Its weight, in units of the noise's precision. */
  public double precision;

  /** Log-likelihood at η = pseudo-label, less that of a Gaussian with the label's noise. */
  public double height;

  /** Sets all three. */
  void set(double label, double weight, double top) {
    pseudoLabel = label;
    precision = weight;
    height = top;
  }
}
