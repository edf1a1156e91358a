package org.slrm.internal.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;

/**
 * Thinning of rows with far more observed entries than training rows (N-5). A regression fitted
 * where few entries are known gives each feature the weight of its correlated group. A row with
 * many more observed entries counts the group several times, so it is predicted as the mean over
 * subsets of its entries, each as large as training rows usually were. The indicators of one
 * categorical column count as one entry.
 *
 * @param typical median number of observed entries of a training row; 0: nothing is thinned
 * @param usual 90 % quantile of that number
 * @param fewest 1 % quantile of that number
 * @param block of each feature, the number of its block: features always known together
 * @param group of each feature, the first indicator of its column, or itself
 */
public record Thinning(int typical, int usual, int fewest, int[] block, int[] group) {
  /** Without training rows there is no thinning. */
  public static final Thinning NONE = new Thinning(0, 0, 0, new int[0], new int[0]);

  /** Number of subsets; their mean is as accurate as that of all (method, section 14). */
  public static final int SUBSETS = 16;

  /** Below this multiple of usual rows, a group is overcounted by less than that factor. */
  private static final double MORE = 1.5;

  private static final double USUAL = 0.9;
  private static final double MIN = 0.01;

  /** Checks the numbers. */
  public Thinning {
    Checks.atLeast("typical known entries", typical, 0);
    Checks.atLeast("usual known entries", usual, typical);
    Checks.atLeast("fewest known entries", fewest, 0);
  }

  /** The thinning of training rows. */
  public static Thinning of(IncompleteMatrix x) {
    if (x.rows() == 0) {
      return NONE;
    }
    int[] group = IndicatorGroups.of(x);
    int[] counts = new int[x.rows()];
    for (int i = 0; i < counts.length; i++) {
      int[] known = x.row(i).indices();
      counts[i] = count(group, known, known.length);
    }
    Arrays.sort(counts);
    return new Thinning(
        Math.max(1, quantile(counts, 0.5)),
        Math.max(1, quantile(counts, USUAL)),
        quantile(counts, MIN),
        IndicatorGroups.blocks(x),
        group);
  }

  /** Known entries among the first m features of an increasing pattern. */
  public int entries(int[] observed, int m) {
    return typical > 0 ? count(group, observed, m) : m;
  }

  private static int count(int[] group, int[] observed, int m) {
    int out = 0;
    for (int e = 0; e < m; e++) {
      out += e == 0 || group[observed[e]] != group[observed[e - 1]] ? 1 : 0;
    }
    return out;
  }

  private static int quantile(int[] sorted, double probability) {
    return sorted[Math.max(0, (int) Math.ceil(probability * sorted.length) - 1)];
  }

  /** Whether a row with m observed entries has far more than training rows. */
  public boolean applies(int m) {
    return typical > 0 && m > MORE * usual;
  }

  /**
   * Whether a row with m observed entries has fewer than half of what 99 % of training rows had.
   */
  public boolean few(int m) {
    return typical > 0 && (m == 0 || 2L * m < fewest);
  }

  /**
   * Positions, increasing, of the entries of each subset of the first m of a pattern. One random
   * order of the blocks is cut into overlapping windows of the typical size at equal distances, so
   * that all entries are used equally often. The order depends on the pattern alone.
   */
  public int[][] subsets(int[] observed, int m) {
    int[][] ordered = shuffledBlocks(observed, m);
    int[] entries = Arrays.stream(ordered).flatMapToInt(Arrays::stream).toArray();
    int[] end = new int[m];
    int[] counted = new int[m];
    int from = 0;
    for (int[] some : ordered) {
      Arrays.fill(end, from, from + some.length, from + some.length);
      counted[from] = entries(Arrays.stream(some).map(e -> observed[e]).toArray(), some.length);
      from += some.length;
    }
    int[][] out = new int[SUBSETS][];
    for (int s = 0; s < SUBSETS; s++) {
      int first = (int) ((long) s * m / SUBSETS);
      first = first == 0 ? 0 : end[first - 1] % m;
      int size = 0;
      for (int known = 0; known < typical && size < m; ) {
        int at = (first + size) % m;
        known += counted[at];
        size += end[at] - at;
      }
      int begin = first;
      out[s] =
          IntStream.range(0, Math.min(size, m))
              .map(e -> entries[(begin + e) % m])
              .sorted()
              .toArray();
    }
    return out;
  }

  /** The positions of each block of a pattern, blocks in random order. */
  private int[][] shuffledBlocks(int[] observed, int m) {
    Map<Integer, Integer> number = new HashMap<>();
    int[] of =
        IntStream.range(0, m)
            .map(e -> number.computeIfAbsent(block[observed[e]], n -> number.size()))
            .toArray();
    int[] size = new int[number.size()];
    IntStream.of(of).forEach(b -> size[b]++);
    int[][] blocks = Arrays.stream(size).mapToObj(int[]::new).toArray(int[][]::new);
    int[] filled = new int[size.length];
    long seed = 17;
    for (int e = 0; e < m; e++) {
      blocks[of[e]][filled[of[e]]++] = e;
      seed = 31 * seed + observed[e];
    }
    SplittableRandom random = new SplittableRandom(seed);
    for (int b = blocks.length - 1; b > 0; b--) {
      int other = random.nextInt(b + 1);
      int[] swapped = blocks[b];
      blocks[b] = blocks[other];
      blocks[other] = swapped;
    }
    return blocks;
  }
}
