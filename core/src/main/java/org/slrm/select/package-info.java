/** Folds, cross-validation, metrics and the searches built on them. */
@NullMarked
package org.slrm.select;

import org.jspecify.annotations.NullMarked;
