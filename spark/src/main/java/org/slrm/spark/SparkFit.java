package org.slrm.spark;

import java.util.Locale;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.slrm.SlrmModel;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.method.MixtureConfig;
import org.slrm.result.FitListener;
import org.slrm.spark.cluster.ClusterFit;
import org.slrm.spark.cluster.ClusterOptions;

/**
 * A fit by core with settings from parameters and rows as blocks in memory.
 *
 * @param params the parameters
 * @param listener receives progress and may stop the fit
 */
record SparkFit(SlrmParams params, FitListener listener) {
  /** Fits to the columns named in the parameters. */
  ModelFile run(Dataset<?> data) {
    Columns columns = Columns.of(params, data.schema()).sized(data);
    SlrmModel model = fit(data, columns, config());
    return file(
        model,
        Labels.schema(
            columns.features().featureNames(data.schema()),
            columns.targets(),
            columns.kinds(),
            t -> Labels.levels(data.schema().apply(columns.targets().get(t)), model.levels(t))));
  }

  /** Fits a method to other columns. */
  ModelFile run(Dataset<?> data, Columns columns, Schema schema, MethodConfig config) {
    return file(fit(data, columns, config), schema);
  }

  private static ModelFile file(SlrmModel model, Schema schema) {
    return ModelFile.of(
        model, schema, ReadOptions.DEFAULT, ModelFile.Provenance.ofSeed(model.report().seed()));
  }

  private SlrmModel fit(Dataset<?> data, Columns columns, MethodConfig config) {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    ClusterOptions options =
        new ClusterOptions(
            config,
            (Long) params.getOrDefault(params.seed()),
            (Integer) params.getOrDefault(params.folds()),
            (Integer) params.getOrDefault(params.sampleRows()),
            (Integer) params.getOrDefault(params.featureBlock()),
            listener,
            columns.kinds());
    Jobs jobs = new Jobs(context, "slrm " + options.config().method());
    SparkRows raw =
        SparkRows.persisted(
            columns.select(data).javaRDD().mapPartitions(it -> new Blocks(it, columns)), jobs);
    try {
      return SlrmModel.of(ClusterFit.model(raw, columns.size(), columns.targets().size(), options));
    } finally {
      raw.release();
    }
  }

  private int rank() {
    return (Integer) params.getOrDefault(params.rank());
  }

  private MethodConfig config() {
    String method = params.getOrDefault(params.method());
    return switch (method) {
      case "auto" -> auto();
      case "mixture" ->
          MixtureConfig.defaults()
              .withComponents((Integer) params.getOrDefault(params.components()))
              .withComponent(likelihood());
      case "likelihood" -> likelihood();
      default ->
          MethodSpec.named(method)
              .configure(rank() == 0 ? Map.of() : Map.of("--rank", String.valueOf(rank())));
    };
  }

  private AutoConfig auto() {
    return AutoConfig.defaults()
        .withRank(rank())
        .withIndicators(
            AutoConfig.Indicators.valueOf(
                params.getOrDefault(params.indicators()).toUpperCase(Locale.ROOT)));
  }

  private LikelihoodConfig likelihood() {
    return LikelihoodConfig.defaults()
        .withRank(rank())
        .withNoise(
            LikelihoodConfig.Noise.valueOf(
                params.getOrDefault(params.noise()).toUpperCase(Locale.ROOT)))
        .withSupervision((Double) params.getOrDefault(params.supervision()))
        .withLoadingPrior((Double) params.getOrDefault(params.loadingPrior()))
        .withNoisePrior((Double) params.getOrDefault(params.noisePrior()))
        .withMaxIterations((Integer) params.getOrDefault(params.maxIter()))
        .withTolerance((Double) params.getOrDefault(params.tol()))
        .withAccelerate((Boolean) params.getOrDefault(params.accelerate()));
  }
}
