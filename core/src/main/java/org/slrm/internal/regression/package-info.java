/**
 * Linear regression: elastic net, ridge, least squares, their penalties and how these are chosen.
 */
@NullMarked
package org.slrm.internal.regression;

import org.jspecify.annotations.NullMarked;
