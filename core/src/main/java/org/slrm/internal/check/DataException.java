package org.slrm.internal.check;

/**
 * Data that no model can be fitted to, although the call was valid. The message says which data,
 * what was expected and what to do.
 */
public final class DataException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Unusable data, with the reason. */
  public DataException(String message) {
    super(message);
  }
}
