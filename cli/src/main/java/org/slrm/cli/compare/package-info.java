/** Evaluates methods one after another on the same folds. */
@NullMarked
package org.slrm.cli.compare;

import org.jspecify.annotations.NullMarked;
