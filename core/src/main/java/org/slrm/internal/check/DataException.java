package org.slrm.internal.check;

/** Data that no model can be fitted to, although the call was valid; the message says why. */
public final class DataException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Unusable data, with the reason. */
  public DataException(String message) {
    super(message);
  }
}
