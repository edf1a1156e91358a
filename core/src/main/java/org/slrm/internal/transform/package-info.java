/**
 * Features with one increasing transform each before a member sees them: what a transform is, how
 * it is drawn from values, and members behind curves.
 */
@NullMarked
package org.slrm.internal.transform;

import org.jspecify.annotations.NullMarked;
