/** Probability that a feature is missing as a function of its value. */
@NullMarked
package org.slrm.internal.masking;

import org.jspecify.annotations.NullMarked;
