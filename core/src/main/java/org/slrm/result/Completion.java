package org.slrm.result;

/**
 * A completed row: observed entries as they are with error 0, missing ones by expectation.
 *
 * <pre>{@code
 * Completion c = model.complete(row);
 * double value = c.value()[1];
 * double error = c.standardError()[1];   // 0 where the entry was known
 * }</pre>
 *
 * @param value every feature's value
 * @param standardError its standard error
 */
public record Completion(double[] value, double[] standardError) {}
