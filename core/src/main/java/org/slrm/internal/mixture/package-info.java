/**
 * A mixture of factor analysers: one factor model for each component, and the member of an
 * ensemble.
 */
@NullMarked
package org.slrm.internal.mixture;

import org.jspecify.annotations.NullMarked;
