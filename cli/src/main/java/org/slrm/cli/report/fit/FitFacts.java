package org.slrm.cli.report.fit;

import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.MissingnessMap;
import org.slrm.cli.report.data.DataFacts;
import org.slrm.cli.report.feature.Contribution;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.data.ColumnStatistics;
import org.slrm.io.model.ModelFile;
import org.slrm.io.train.HoldOutScores;
import org.slrm.result.FitReport;

/**
 * Everything the page of a fit shows, computed.
 *
 * @param title title of the page
 * @param provenance provenance of the model
 * @param report report of the fit
 * @param columns the columns as read
 * @param features names of the features
 * @param map which cells are missing
 * @param data distribution of the data
 * @param targets one per target
 * @param holdOut scores on held-out rows
 */
public record FitFacts(
    String title,
    ModelFile.Provenance provenance,
    FitReport report,
    List<ColumnSummary> columns,
    List<String> features,
    MissingnessMap map,
    DataFacts data,
    List<TargetFacts> targets,
    HoldOutScores holdOut) {

  public static FitFacts of(FitInput in) {
    ColumnStatistics features = in.x().statistics();
    ColumnStatistics labels = in.y().statistics();
    List<FeatureGroup> groups = FeatureGroup.of(in.columns(), in.features());
    List<TargetFacts> targets =
        IntStream.range(0, in.targets().size())
            .mapToObj(t -> TargetFacts.of(in, t, features, labels))
            .toList();
    int[] numbers =
        IntStream.range(0, targets.size())
            .filter(t -> !targets.get(t).label().hasClasses())
            .toArray();
    List<String> order =
        targets.get(0).features().contributions().stream().map(Contribution::name).toList();
    return new FitFacts(
        in.title(),
        in.provenance(),
        in.model().report(),
        in.columns(),
        in.features(),
        MissingnessMap.of(in.x(), in.features()),
        DataFacts.of(in.x(), groups, in.features(), in.y(), in.targets(), numbers, order),
        targets,
        in.holdOut());
  }
}
