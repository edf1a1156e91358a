/** Candidates that know several classes by a score each. */
@NullMarked
package org.slrm.internal.auto.recipe.classes;

import org.jspecify.annotations.NullMarked;
