/**
 * Candidates of {@code auto}: what each is, where its rows are, the fits that candidates share, and
 * every number that decides.
 */
@NullMarked
package org.slrm.internal.auto.recipe;

import org.jspecify.annotations.NullMarked;
