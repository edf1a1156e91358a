/** Compares candidates by cross-validation: splits, evaluation, early stopping, stacking. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.selection;
