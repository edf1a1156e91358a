package org.slrm.internal.partition;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.label.Layout;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.transform.FeatureTransforms;

/** Some thousand rows of a partition: features, labels, weights and the plan of their E step. */
public final class RowBlock implements Externalizable {
  private static final long serialVersionUID = 1;

  private transient @Nullable IncompleteMatrix z;
  private transient double @Nullable [] weights;
  private transient int features;
  private transient int zeroWeightRows;
  private transient @Nullable RowPlan plan;

  /** For deserialisation. */
  public RowBlock() {}

  public RowBlock(IncompleteMatrix z, int features, double @Nullable [] weights) {
    this(z, features, weights, 0);
  }

  /** Rows after removal of the given number of rows of weight 0. */
  public RowBlock(
      IncompleteMatrix z, int features, double @Nullable [] weights, int zeroWeightRows) {
    this.z = z;
    this.features = features;
    this.weights = weights;
    this.zeroWeightRows = zeroWeightRows;
  }

  public IncompleteMatrix z() {
    return Objects.requireNonNull(z);
  }

  public int features() {
    return features;
  }

  /** Number of removed rows of weight 0. */
  public int zeroWeightRows() {
    return zeroWeightRows;
  }

  public double @Nullable [] weights() {
    return weights;
  }

  public double weight(int i) {
    return weights == null ? 1 : weights[i];
  }

  /** The plan of an E step, created on first use; one part, since a task is one thread. */
  public synchronized RowPlan plan() {
    RowPlan created = plan;
    if (created == null) {
      created = new RowPlan(z(), weights, Long.MAX_VALUE);
      plan = created;
    }
    return created;
  }

  /** The rows in scaled units. */
  public RowBlock scaled(Scaling x, Scaling y) {
    IncompleteMatrix scaled =
        z().map((j, v) -> j < features ? x.scaled(j, v) : y.scaled(j - features, v));
    return new RowBlock(scaled, features, weights);
  }

  /** The rows with their labels encoded by a layout. */
  public RowBlock encoded(Layout layout) {
    return new RowBlock(x().besides(layout.encode(y())), features, weights, zeroWeightRows);
  }

  /** The features alone. */
  public IncompleteMatrix x() {
    return z().firstColumns(features);
  }

  /** The labels alone. */
  public IncompleteMatrix y() {
    return z().lastColumns(features);
  }

  public RowBlock labelFree() {
    return new RowBlock(x(), features, weights);
  }

  /** The rows with "is missing" indicators between features and labels. */
  public RowBlock with(MissingIndicators indicators) {
    IncompleteMatrix wider = indicators.beside(x());
    return new RowBlock(wider.besides(y()), wider.columns(), weights);
  }

  public RowBlock transformed(FeatureTransforms transforms) {
    return new RowBlock(transforms.apply(x()).besides(y()), features, weights);
  }

  /** Selects rows by increasing indices, where {@code first} is the index of the first row. */
  public RowBlock selected(int[] rows, int first) {
    int from = position(rows, first);
    int to = position(rows, first + z().rows());
    int[] selected = Arrays.stream(rows, from, to).map(i -> i - first).toArray();
    double[] w = weights;
    double[] selectedWeights =
        w == null ? null : Arrays.stream(selected).mapToDouble(i -> w[i]).toArray();
    return new RowBlock(z().selectRows(selected), features, selectedWeights);
  }

  private static int position(int[] rows, int index) {
    int at = Arrays.binarySearch(rows, index);
    return at >= 0 ? at : -at - 1;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    IncompleteMatrix m = z();
    out.writeInt(features);
    out.writeInt(zeroWeightRows);
    out.writeInt(m.columns());
    int[] starts = new int[m.rows() + 1];
    Arrays.setAll(starts, m::rowStart);
    int[] columns = new int[m.known()];
    Arrays.setAll(columns, m::column);
    double[] values = new double[m.known()];
    Arrays.setAll(values, m::value);
    // Whole arrays, which is far faster than single numbers.
    out.writeObject(starts);
    out.writeObject(columns);
    out.writeObject(values);
    out.writeObject(weights);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    features = in.readInt();
    zeroWeightRows = in.readInt();
    int columns = in.readInt();
    int[] starts = (int[]) in.readObject();
    z =
        IncompleteMatrix.ofCsr(
            columns, starts, (int[]) in.readObject(), (double[]) in.readObject());
    weights = (double[]) in.readObject();
  }
}
