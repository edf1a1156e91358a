/** Values that cannot be right: labels and entries of features far beyond what a column reaches. */
@NullMarked
package org.slrm.internal.outlier;

import org.jspecify.annotations.NullMarked;
