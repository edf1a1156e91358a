package org.slrm.io.model;

/** A model or stream that could not be read again from its file; no file was written. */
public final class UnusableModelException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  UnusableModelException(String reason, Throwable cause) {
    super("the fitted model is unusable: " + reason, cause);
  }
}
