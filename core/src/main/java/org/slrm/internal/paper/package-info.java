/** The methods of Ganti and Willett: Algorithm 1, SMPCR, MPCR and their steps. */
@NullMarked
package org.slrm.internal.paper;

import org.jspecify.annotations.NullMarked;
