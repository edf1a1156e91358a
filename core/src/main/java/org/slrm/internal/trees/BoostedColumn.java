package org.slrm.internal.trees;

/**
 * Inputs and labels of the trees of one column.
 *
 * @param bins inputs
 * @param target labels
 */
public record BoostedColumn(Bins bins, TreeTarget target) {}
