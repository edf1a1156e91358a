import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.Imputer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Spark's Imputer (means) and LinearRegression (lasso, its penalty by a held-out fifth): SparkPeer TRAIN
 * TEST PREDICTIONS.
 */
public final class SparkPeer {
  private SparkPeer() {}

  public static void main(String[] args) throws IOException {
    String threads = System.getenv().getOrDefault("OMP_NUM_THREADS", "1");
    SparkSession spark =
        SparkSession.builder()
            .master("local[" + threads + "]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.log.level", "ERROR")
            // Compiling a program for every wide plan takes longer than running it on so few rows.
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.adaptive.enabled", "false")
            .getOrCreate();
    try {
      Dataset<Row> train = read(spark, args[0]).filter("y IS NOT NULL").cache();
      Dataset<Row> test = read(spark, args[1]);
      String[] features = known(train, test.columns());
      predict(train, test, features, Path.of(args[2]));
    } finally {
      spark.stop();
    }
  }

  /** Every column a number; an empty cell is null. */
  private static Dataset<Row> read(SparkSession spark, String path) throws IOException {
    StructType schema = new StructType();
    try (Stream<String> lines = Files.lines(Path.of(path))) {
      String[] names = lines.findFirst().orElseThrow().split(",");
      for (int j = 0; j < names.length; j++) {
        // Spark takes dots and brackets in names for paths.
        schema = schema.add(names[j].equals("y") ? "y" : "c" + j, DataTypes.DoubleType);
      }
    }
    return spark.read().schema(schema).option("header", "true").option("enforceSchema", "true").csv(path);
  }

  /** Columns with a known entry; Imputer refuses the others. */
  private static String[] known(Dataset<Row> train, String[] names) {
    Row counts =
        train
            .selectExpr(Arrays.stream(names).map(n -> "count(" + n + ")").toArray(String[]::new))
            .first();
    List<String> out = new ArrayList<>();
    for (int j = 0; j < names.length; j++) {
      if (counts.getLong(j) > 0) {
        out.add(names[j]);
      }
    }
    return out.toArray(String[]::new);
  }

  private static void predict(Dataset<Row> train, Dataset<Row> test, String[] features, Path out)
      throws IOException {
    String[] filled = Arrays.stream(features).map(n -> n + "_filled").toArray(String[]::new);
    Imputer imputer = new Imputer().setInputCols(features).setOutputCols(filled);
    VectorAssembler assembler = new VectorAssembler().setInputCols(filled).setOutputCol("features");
    var table = new Pipeline().setStages(new PipelineStage[] {imputer, assembler}).fit(train);
    Dataset<Row> x = table.transform(train).select("features", "y").cache();
    LinearRegression lasso = new LinearRegression().setLabelCol("y").setElasticNetParam(1);
    double spread = (double) train.selectExpr("stddev(y)").first().get(0);
    double[] penalties = new double[8];
    Arrays.setAll(penalties, k -> spread * Math.pow(10, -0.5 - 0.5 * k));
    ParamMap[] grid = new ParamGridBuilder().addGrid(lasso.regParam(), penalties).build();
    var chosen =
        new TrainValidationSplit()
            .setEstimator(lasso)
            .setEstimatorParamMaps(grid)
            .setEvaluator(new RegressionEvaluator().setLabelCol("y").setMetricName("mse"))
            .setTrainRatio(0.8)
            .setSeed(1)
            .fit(x);
    List<String> lines = new ArrayList<>(List.of("prediction"));
    for (Row row : chosen.transform(table.transform(test)).select("prediction").collectAsList()) {
      lines.add(Double.toString(row.getDouble(0)));
    }
    Files.write(out, lines);
  }
}
