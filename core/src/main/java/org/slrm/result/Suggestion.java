package org.slrm.result;

/**
 * A missing feature worth measuring.
 *
 * <pre>{@code
 * Suggestion s = model.nextMeasurements(row, 3).get(0);
 * s.feature();
 * }</pre>
 *
 * @param feature the feature
 * @param varianceReduction by how much observing it lowers the variance of the prediction, in
 *     squared units of the target
 */
public record Suggestion(int feature, double varianceReduction) {}
