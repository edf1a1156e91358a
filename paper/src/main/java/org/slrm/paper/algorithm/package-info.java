/** The methods of Ganti and Willett: Algorithm 1, SMPCR, MPCR and their steps. */
@NullMarked
package org.slrm.paper.algorithm;

import org.jspecify.annotations.NullMarked;
