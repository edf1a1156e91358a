package org.slrm.reliability.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Mutations of bytes that often break parsers, independent of the format. */
final class Bytes {
  static final String[] NUMBERS = {
    "0", "-1", "1",
    "-0", "2147483647", "-2147483648",
    "4294967296", "9223372036854775807", "1e308",
    "-1e308", "1e309", "1e-320",
    "1e-200", "NaN", "Infinity",
    "-inf", "99999999", "0x10",
    "1,5", "1.7976931348623157e308", "0.1000000000000000055511151231257827021181583404541015625",
    "1e99999", "00000000000000000000000000000000000000001", "+.5",
    "5.", "1d", "1_0",
    ""
  };
  private static final String[] TOKENS = {
    ",", ";", "\t", "|", "\"", "\"\"", "'", "\\",
    "\n", "\r", "\r\n", "\u0000", "{", "}", "?", "%",
    "@data", "@attribute a {x,y}", "@attribute b numeric", "@relation r", "#", ":", "1:2", "0:1",
    "-5:1", "2147483647:1", "99999999:1", "qid:1", "NA", "null", "\u001b[31m", "\ufeff",
    "é", "\u2028", "x", "y", "=", "*", "../../x", "2020-01-31",
    "31.12.1999", "PAR1", "true", "[]", "{}"
  };
  private static final int[] EDGES = {
    0, 1, -1, 127, 128, 255, 32767, 65535, 1 << 30, -1 << 31, ~(1 << 31)
  };
  private static final int MAX = 1 << 16;

  private Bytes() {}

  /** One to eight changes. */
  static byte[] mutated(byte[] input, byte[] other, RandomGenerator random) {
    byte[] out = input;
    int changes = 1 << random.nextInt(4);
    for (int k = 0; k < changes; k++) {
      out = changed(out, other, random);
    }
    return out.length > MAX ? Arrays.copyOf(out, MAX) : out;
  }

  private static byte[] changed(byte[] in, byte[] other, RandomGenerator random) {
    int at = in.length == 0 ? 0 : random.nextInt(in.length);
    int to = Math.min(in.length, at + 1 + random.nextInt(1 << random.nextInt(1, 9)));
    return switch (random.nextInt(12)) {
      case 0 -> set(in, at, in.length == 0 ? 0 : in[at] ^ 1 << random.nextInt(8));
      case 1 -> set(in, at, random.nextInt(256));
      case 2 -> spliced(in, at, to, new byte[0]);
      case 3 -> spliced(in, to, to, Arrays.copyOfRange(in, at, to));
      case 4 -> spliced(in, at, at, text(TOKENS, random));
      case 5 -> number(in, at, random);
      case 6 -> edge(in, at, random);
      case 7 -> Arrays.copyOf(in, at);
      case 8 -> part(in, at, other, random);
      case 9 -> repeated(in, at, to, random);
      case 10 -> spliced(in, at, to, text(TOKENS, random));
      default -> lines(in, random);
    };
  }

  static byte[] spliced(byte[] in, int from, int to, byte[] with) {
    byte[] out = Arrays.copyOf(in, in.length - (to - from) + with.length);
    System.arraycopy(with, 0, out, from, with.length);
    System.arraycopy(in, to, out, from + with.length, in.length - to);
    return out;
  }

  private static byte[] set(byte[] in, int at, int value) {
    byte[] out = in.clone();
    if (out.length > 0) {
      out[at] = (byte) value;
    }
    return out;
  }

  /** One of the texts. */
  static String any(String[] from, RandomGenerator random) {
    return from[random.nextInt(from.length)];
  }

  private static byte[] text(String[] from, RandomGenerator random) {
    return any(from, random).getBytes(StandardCharsets.UTF_8);
  }

  /** Replaces the next number by another. */
  private static byte[] number(byte[] in, int at, RandomGenerator random) {
    int from = at;
    while (from < in.length && !(in[from] >= '0' && in[from] <= '9')) {
      from++;
    }
    int to = from;
    while (to < in.length && (in[to] >= '0' && in[to] <= '9' || in[to] == '.')) {
      to++;
    }
    return spliced(in, from, to, text(NUMBERS, random));
  }

  /** A limit of an integer type, in one to eight bytes. */
  private static byte[] edge(byte[] in, int at, RandomGenerator random) {
    byte[] out = in.clone();
    long value = EDGES[random.nextInt(EDGES.length)];
    int width = 1 << random.nextInt(4);
    for (int k = 0; k < width && at + k < out.length; k++) {
      out[at + k] = (byte) (value >> 8 * k);
    }
    return out;
  }

  private static byte[] part(byte[] in, int at, byte[] other, RandomGenerator random) {
    if (other.length == 0) {
      return in;
    }
    int from = random.nextInt(other.length);
    int to = Math.min(other.length, from + 1 + random.nextInt(64));
    return spliced(in, at, at, Arrays.copyOfRange(other, from, to));
  }

  private static byte[] repeated(byte[] in, int from, int to, RandomGenerator random) {
    int times = Math.min(1 << random.nextInt(10), MAX / Math.max(1, to - from));
    String part = new String(in, from, to - from, StandardCharsets.ISO_8859_1);
    return spliced(in, to, to, part.repeat(times).getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Removes or moves a line. */
  private static byte[] lines(byte[] in, RandomGenerator random) {
    String[] lines = new String(in, StandardCharsets.ISO_8859_1).split("(?<=\n)");
    int a = random.nextInt(lines.length);
    int b = random.nextInt(lines.length);
    String first = lines[a];
    lines[a] = random.nextBoolean() ? lines[b] : "";
    lines[b] = random.nextBoolean() ? first : lines[b];
    return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
  }
}
