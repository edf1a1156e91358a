/** The methods of Ganti and Willett: Algorithm 1, SMPCR, MPCR and their steps. */
@NullMarked
package org.slrm.paper.internal.algorithm;

import org.jspecify.annotations.NullMarked;
