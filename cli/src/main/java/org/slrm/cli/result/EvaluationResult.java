package org.slrm.cli.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.Scores;

/**
 * Scores of a model on labelled rows.
 *
 * @param scores by target
 * @param level nominal coverage of intervals and sets
 * @param best the Bayes predictor for simulated data
 * @param outages scores without columns, panel by panel, if requested
 * @param warnings differences from the training rows
 */
public record EvaluationResult(
    Map<String, Scores> scores,
    double level,
    @Nullable BayesErrors best,
    List<MissingColumnCurves.Curve> outages,
    List<DataWarning> warnings) {}
