/**
 * The factor model of features and labels with holes: E and M steps, posterior, likelihood, its
 * members.
 */
@NullMarked
package org.slrm.internal.factor;

import org.jspecify.annotations.NullMarked;
