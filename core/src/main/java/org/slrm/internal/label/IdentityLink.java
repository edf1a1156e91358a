package org.slrm.internal.label;

/** A number that is η plus noise, in the units of η. Every entry of an E step is a bound. */
interface IdentityLink extends Label {
  @Override
  default double mean(double eta) {
    return eta;
  }

  @Override
  default double mean(double eta, double variance) {
    return eta;
  }

  @Override
  default double effective(double eta, double variance) {
    return eta;
  }

  @Override
  default double link(double mean) {
    return mean;
  }

  @Override
  default boolean bounded() {
    return true;
  }

  @Override
  default boolean noisy() {
    return true;
  }
}
