package org.slrm.internal.check;

/**
 * Data that no model can be made of, although the call was right. The message says which data, what
 * was expected and what to do.
 */
public final class DataException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Data that cannot be used, for the given reason. */
  public DataException(String message) {
    super(message);
  }
}
