package org.slrm.internal.trees;

/**
 * What the trees of one column see and what they are to predict.
 *
 * @param bins inputs
 * @param target labels
 */
public record BoostedColumn(Bins bins, TreeTarget target) {}
