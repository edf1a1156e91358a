/**
 * The factor model of features and labels with missing entries: E and M steps, posterior,
 * likelihood, its members.
 */
@NullMarked
package org.slrm.internal.factor;

import org.jspecify.annotations.NullMarked;
