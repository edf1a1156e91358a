package org.slrm.paper.tracking;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.paper.internal.step.Forgetting;

/**
 * MOUSSE (Xie, Huang, Willett 2012): a tree of subsets near which rows lie. A row updates the
 * nearest leaf and all nodes above it. A leaf whose residual is above the tolerance gets two
 * virtual children, which are updated beside it; it splits when they are nearer to new rows. Two
 * leaves merge when their parent is below the tolerance.
 */
final class Mousse implements SubspaceTracker.Union {
  /** Latest rows of a leaf that start its virtual children. */
  private static final int MEMORY = 120;

  /** Rows on which virtual children are compared with their leaf. */
  private static final int TRIAL = 60;

  /**
   * Least mean gain of the children in twice the log density: the sides of one normal subspace gain
   * 1, and coding the side costs 2 log 2.
   */
  private static final double GAIN = 4;

  /** Rows at the start without alarms. */
  private static final int MAX_FIRST_ROWS = 600;

  private final int D;
  private final int d;
  private final Scales scales;
  private final Forgetting forgetting;
  private final long seed;
  private final Map<ScaleNode, Latest> latest = new IdentityHashMap<>();
  private final ResidualChange change = new ResidualChange();
  private final List<ScaleNode> leaves = new ArrayList<>();
  private SplittableRandom random;
  private ScaleNode last;
  private boolean changed;
  private double rows;

  /** A row and its weight. */
  record CountedRow(IncompleteRow row, double weight) {}

  /** The latest rows of a leaf, and the number of its recent rows. */
  private static final class Latest {
    final List<CountedRow> rows = new ArrayList<>();
    double share;

    /** Rows until virtual children are tried again, doubled by every failure. */
    int wait = MEMORY;

    int since;

    void add(CountedRow row) {
      if (rows.size() == MEMORY) {
        rows.remove(0);
      }
      rows.add(row);
      since++;
    }

    boolean ready() {
      return rows.size() == MEMORY && since >= wait;
    }

    void failed() {
      since = 0;
      wait *= 2;
    }
  }

  Mousse(int features, int rank, Scales scales, long seed) {
    D = Checks.atLeast("features", features, 1);
    d = Checks.between("rank", rank, 1, features);
    this.scales = scales;
    forgetting = Forgetting.of(scales.forgetting());
    this.seed = seed;
    random = new SplittableRandom(seed);
    last = root();
  }

  private ScaleNode root() {
    ScaleNode root = new ScaleNode(D, d, scales.forgetting(), seed);
    leaves.add(root);
    latest.put(root, new Latest());
    return root;
  }

  @Override
  public void update(IncompleteRow row, double weight) {
    Checks.equal("length of the row", row.length(), "features of the tracker", D);
    Checks.positive("weight", weight);
    changed = false;
    rows += weight;
    if (row.observed() == 0) {
      return;
    }
    ScaleNode leaf = leaves.get(nearest(row));
    double residual = leaf.residual(row);
    if (!Double.isNaN(residual) && leaf.noise > 0 && leaf.settled() && steady()) {
      changed = change.add(residual / leaf.noise, row.observed() - d);
    }
    boolean ready = grow(leaf, row, weight);
    for (ScaleNode node = leaf; node != null; node = node.parent) {
      node.learn(row, weight);
    }
    leaves.forEach(l -> of(l).share *= forgetting.left(weight));
    of(leaf).share += forgetting.copies(weight);
    of(leaf).add(new CountedRow(row, weight));
    last = leaf;
    if (ready) {
      split(leaf);
    } else {
      merge(leaf);
    }
  }

  /** Whether the early subspaces have been discarded. */
  private boolean steady() {
    return rows > Math.min(MAX_FIRST_ROWS, 5 / (1 - scales.forgetting()));
  }

  private Latest of(ScaleNode leaf) {
    return Objects.requireNonNull(latest.get(leaf));
  }

  /**
   * Virtual children are created, updated beside the leaf, and discarded without a gain; true when
   * they replace it.
   */
  private boolean grow(ScaleNode leaf, IncompleteRow row, double weight) {
    boolean may =
        leaf.settled() && leaf.noise > scales.tolerance() && leaves.size() < scales.mostLeaves();
    if (leaf.left == null || leaf.right == null) {
      if (may && of(leaf).ready()) {
        Halves.propose(leaf, of(leaf).rows, random);
        leaf.compared = 0;
        leaf.gain = 0;
      }
      return false;
    }
    ScaleNode left = leaf.left;
    ScaleNode right = leaf.right;
    double toLeft = left.distance(row);
    double toRight = right.distance(row);
    leaf.compared += weight;
    double nearer = leaf.distance(row) - Math.min(toLeft, toRight);
    leaf.gain += weight * (nearer - leaf.gain) / leaf.compared;
    (toLeft <= toRight ? left : right).learn(row, weight);
    boolean ready = leaf.compared >= TRIAL && may && leaf.gain > GAIN;
    if (leaf.compared >= TRIAL && !ready) {
      leaf.left = null;
      leaf.right = null;
      of(leaf).failed();
    }
    return ready;
  }

  private void split(ScaleNode leaf) {
    Latest before = of(leaf);
    ScaleNode left = Objects.requireNonNull(leaf.left);
    ScaleNode right = Objects.requireNonNull(leaf.right);
    leaf.leaf = false;
    leaves.remove(leaf);
    latest.remove(leaf);
    for (ScaleNode child : List.of(left, right)) {
      child.parent = leaf;
      leaves.add(child);
      latest.put(child, new Latest());
      of(child).share = before.share / 2;
    }
  }

  /** Merges two leaves where their parent fits well enough. */
  private void merge(ScaleNode leaf) {
    ScaleNode above = leaf.parent;
    if (above == null || above.left == null || above.right == null) {
      return;
    }
    boolean both = above.left.leaf && above.right.leaf;
    if (both && above.noise < scales.tolerance()) {
      Latest joined = new Latest();
      for (ScaleNode child : List.of(above.left, above.right)) {
        joined.share += of(child).share;
        leaves.remove(child);
        latest.remove(child);
      }
      above.leaf = true;
      above.left = null;
      above.right = null;
      leaves.add(above);
      latest.put(above, joined);
      last = above;
    }
  }

  @Override
  public int nearest(IncompleteRow row) {
    int best = 0;
    double smallest = Double.POSITIVE_INFINITY;
    for (int k = 0; k < leaves.size(); k++) {
      double far = leaves.size() == 1 ? 0 : leaves.get(k).distance(row);
      if (far < smallest) {
        smallest = far;
        best = k;
      }
    }
    return best;
  }

  @Override
  public List<Leaf> leaves() {
    double total = leaves.stream().mapToDouble(l -> of(l).share).sum();
    return leaves.stream()
        .map(l -> Halves.view(l, total == 0 ? 1.0 / leaves.size() : of(l).share / total))
        .toList();
  }

  @Override
  public boolean changed() {
    return changed;
  }

  @Override
  public int features() {
    return D;
  }

  @Override
  public int rank() {
    return d;
  }

  /** The basis of the latest row's leaf. */
  @Override
  public double[] basis() {
    return last.petrels.basis();
  }

  @Override
  public void reset() {
    leaves.clear();
    latest.clear();
    change.reset();
    random = new SplittableRandom(seed);
    changed = false;
    rows = 0;
    last = root();
  }
}
