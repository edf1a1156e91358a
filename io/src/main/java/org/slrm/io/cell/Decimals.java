package org.slrm.io.cell;

import java.math.BigInteger;

/**
 * The double nearest to a decimal w·10^q, by the method of Eisel and Lemire ("Number parsing at a
 * gigabyte per second", 2021): w times the first 128 bits of 10^q decides all but a few numbers.
 */
final class Decimals {
  /** Range of exponents in the table of powers; others are rare. */
  private static final int LOWEST = -64;

  private static final int HIGHEST = 64;

  /** Powers of ten that a double holds exactly. */
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private Decimals() {}

  /** Powers, computed on first use. */
  private static final class Powers {
    /** The first 128 bits of each power of ten, truncated, as two longs. */
    static final long[] OF_TEN = powers();
  }

  private static long[] powers() {
    long[] out = new long[2 * (HIGHEST - LOWEST + 1)];
    for (int q = LOWEST; q <= HIGHEST; q++) {
      BigInteger power = BigInteger.TEN.pow(Math.abs(q));
      int bits = power.bitLength();
      BigInteger first =
          q >= 0
              ? power.shiftLeft(128).shiftRight(bits)
              : BigInteger.ONE.shiftLeft(bits + 127).divide(power);
      out[2 * (q - LOWEST)] = first.shiftRight(64).longValue();
      out[2 * (q - LOWEST) + 1] = first.longValue();
    }
    return out;
  }

  /** The double nearest to w·10^q for an unsigned w; NaN if undecided. */
  static double nearest(long w, int q) {
    if (w == 0) {
      return 0;
    }
    // Both factors are exact, so one correctly rounded operation gives the nearest double
    // (Clinger).
    if (w > 0 && w <= 1L << 53 && q >= -22 && q <= 22) {
      return q < 0 ? w / TENS[-q] : w * TENS[q];
    }
    return q < LOWEST || q > HIGHEST ? Double.NaN : byProduct(w, q);
  }

  private static double byProduct(long unsigned, int q) {
    int zeros = Long.numberOfLeadingZeros(unsigned);
    long w = unsigned << zeros;
    long t = Powers.OF_TEN[2 * (q - LOWEST)];
    long high = multiplyHigh(w, t);
    long low = w * t;
    if ((high & 0x1ff) == 0x1ff) {
      // The truncated part of the power may carry into the result, so its next 64 bits are used.
      long next = Powers.OF_TEN[2 * (q - LOWEST) + 1];
      long merged = low + multiplyHigh(w, next);
      if (Long.compareUnsigned(merged, low) < 0) {
        high++;
      }
      low = merged;
      boolean mayCarry = Long.compareUnsigned(w * next + w, w) < 0;
      if ((high & 0x1ff) == 0x1ff && low == -1 && mayCarry) {
        return Double.NaN;
      }
    }
    long top = high >>> 63;
    long mantissa = high >>> (top + 9);
    // floor(q log2 10) by an integer product, plus the bias of the exponent.
    long exponent = (217706L * q >> 16) + 64 + 1023 - zeros - (1 ^ top);
    if (low == 0 && (high & 0x1ff) == 0 && (mantissa & 3) == 1) {
      return Double.NaN;
    }
    mantissa = (mantissa + (mantissa & 1)) >>> 1;
    if (mantissa >>> 53 > 0) {
      mantissa >>>= 1;
      exponent++;
    }
    boolean normal = exponent >= 1 && exponent < 0x7ff;
    return normal
        ? Double.longBitsToDouble(exponent << 52 | (mantissa & ((1L << 52) - 1)))
        : Double.NaN;
  }

  /** The upper half of the unsigned product. */
  private static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }
}
