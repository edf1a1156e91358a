package org.slrm.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.slrm.data.IncompleteMatrix;

/** A shared session and tables with missing entries for tests. */
final class Sparks {
  private Sparks() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("slrm tests")
        .config("spark.ui.enabled", false)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 2)
        .getOrCreate();
  }

  /**
   * Rows of low rank with noise, a quarter of the entries and some labels missing.
   *
   * @param x features
   * @param y labels
   * @param weights row weights
   */
  record Table(IncompleteMatrix x, IncompleteMatrix y, double[] weights) {
    static Table of(int n, int features, int rank, int targets, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] V = random.doubles((long) (features + targets) * rank, -1, 1).toArray();
      IncompleteMatrix.Builder x = IncompleteMatrix.builder(features);
      IncompleteMatrix.Builder y = IncompleteMatrix.builder(targets);
      double[] weights = new double[n];
      for (int i = 0; i < n; i++) {
        double[] row = new double[features + targets];
        double[] code = new double[rank];
        for (int k = 0; k < rank; k++) {
          code[k] = random.nextGaussian();
        }
        for (int j = 0; j < row.length; j++) {
          row[j] = 10 * j + 0.3 * random.nextGaussian();
          for (int k = 0; k < rank; k++) {
            row[j] += V[j * rank + k] * code[k];
          }
          double missing = j < features ? 0.25 : 0.1;
          row[j] = random.nextDouble() < missing ? Double.NaN : row[j];
        }
        x.addNaN(java.util.Arrays.copyOf(row, features));
        y.addNaN(java.util.Arrays.copyOfRange(row, features, row.length));
        weights[i] = 0.5 + random.nextDouble();
      }
      return new Table(x.build(), y.build(), weights);
    }

    int features() {
      return x.columns();
    }

    String[] names() {
      String[] names = new String[features()];
      for (int j = 0; j < names.length; j++) {
        names[j] = "x" + j;
      }
      return names;
    }

    String[] targets() {
      String[] names = new String[y.columns()];
      for (int t = 0; t < names.length; t++) {
        names[t] = "y" + t;
      }
      return names;
    }

    /** A vector column, then labels, then weights; missing entries are NaN and null in turn. */
    Dataset<Row> vectors(int partitions) {
      List<StructField> fields = new ArrayList<>();
      fields.add(DataTypes.createStructField("features", SQLDataTypes.VectorType(), true));
      List<Row> rows = new ArrayList<>();
      double[][] dense = x.toNaN();
      for (int i = 0; i < x.rows(); i++) {
        List<Object> row = new ArrayList<>();
        row.add(Vectors.dense(dense[i]));
        rows.add(withLabels(row, i));
      }
      return dataset(rows, fields, partitions);
    }

    /** Nullable columns, then labels, then weights. */
    Dataset<Row> columns(int partitions) {
      List<StructField> fields = new ArrayList<>();
      for (String name : names()) {
        fields.add(DataTypes.createStructField(name, DataTypes.DoubleType, true));
      }
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < x.rows(); i++) {
        List<Object> row = new ArrayList<>();
        for (int j = 0; j < x.columns(); j++) {
          double v = x.valueAt(i, j);
          row.add(Double.isNaN(v) && (i + j) % 2 == 0 ? null : (Object) v);
        }
        rows.add(withLabels(row, i));
      }
      return dataset(rows, fields, partitions);
    }

    private Row withLabels(List<Object> row, int i) {
      for (int t = 0; t < y.columns(); t++) {
        double v = y.valueAt(i, t);
        row.add(Double.isNaN(v) && i % 2 == 0 ? null : (Object) v);
      }
      row.add(weights[i]);
      return RowFactory.create(row.toArray());
    }

    private Dataset<Row> dataset(List<Row> rows, List<StructField> fields, int partitions) {
      for (String name : targets()) {
        fields.add(DataTypes.createStructField(name, DataTypes.DoubleType, true));
      }
      fields.add(DataTypes.createStructField("weight", DataTypes.DoubleType, true));
      SparkSession spark = session();
      return spark.createDataFrame(
          new org.apache.spark.api.java.JavaSparkContext(spark.sparkContext())
              .parallelize(rows, partitions),
          DataTypes.createStructType(fields));
    }
  }
}
