package org.slrm.internal.predict;

/** A member that changes another one's rows and has its sizes, intercepts and capabilities. */
public abstract class WrappedMember implements Member {
  /** The member whose rows are changed. */
  protected final Member inner;

  /** A member around another one. */
  protected WrappedMember(Member inner) {
    this.inner = inner;
  }

  @Override
  public boolean modelsPatterns() {
    return inner.modelsPatterns();
  }

  @Override
  public int features() {
    return inner.features();
  }

  @Override
  public int targets() {
    return inner.targets();
  }

  @Override
  public double intercept(int target) {
    return inner.intercept(target);
  }

  @Override
  public int nonZeros(int target) {
    return inner.nonZeros(target);
  }

  @Override
  public boolean imputes() {
    return inner.imputes();
  }
}
