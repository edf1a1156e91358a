/** The default method: a family of recipes, judged on shared folds and stacked. */
@NullMarked
package org.slrm.internal.stack;

import org.jspecify.annotations.NullMarked;
