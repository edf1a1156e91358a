/**
 * Elastic nets for labels that are not quadratic, and for several targets at once: classes, counts,
 * shared penalties. Entry point: {@link org.slrm.internal.regression.family.LabelNet#path}.
 */
@NullMarked
package org.slrm.internal.regression.family;

import org.jspecify.annotations.NullMarked;
