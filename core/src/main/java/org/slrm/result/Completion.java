package org.slrm.result;

/**
 * A completed row: observed entries as they are with error 0, missing ones by expectation.
 *
 * <pre>{@code
 * Completion c = model.complete(row);
 * c.value()[1];  c.standardError()[1];
 * }</pre>
 *
 * @param value every feature's value
 * @param standardError its standard error
 */
public record Completion(double[] value, double[] standardError) {}
