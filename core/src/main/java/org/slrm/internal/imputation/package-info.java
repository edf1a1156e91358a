/** The model that imputes features, chosen by hidden cells and independent of the labels. */
@NullMarked
package org.slrm.internal.imputation;

import org.jspecify.annotations.NullMarked;
