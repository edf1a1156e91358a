/** Regression with missing features in training and prediction: {@link org.slrm.Slrm}. */
@NullMarked
package org.slrm;

import org.jspecify.annotations.NullMarked;
