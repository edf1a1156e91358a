package org.slrm.internal.label;

/**
 * The Gaussian entry that stands for a label in an E step: its log-likelihood is, or is taken for,
 * height − ½ precision (η − pseudoLabel)². Workspace, filled by {@link Label#entry}.
 */
public final class Entry {
  /** The number in the label's place. */
  public double pseudoLabel;

  /** How often it counts, in units of the noise's precision. */
  public double precision;

  /** Log-likelihood where η is the pseudo-label, less that of a Gaussian with the label's noise. */
  public double height;

  /** Sets all three. */
  void set(double label, double weight, double top) {
    pseudoLabel = label;
    precision = weight;
    height = top;
  }
}
