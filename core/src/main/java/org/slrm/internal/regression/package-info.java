/** Linear regression: elastic net, ridge, least squares, and the choice of penalties. */
@NullMarked
package org.slrm.internal.regression;

import org.jspecify.annotations.NullMarked;
