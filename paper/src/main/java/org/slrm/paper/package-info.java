/** The methods of Ganti and Willett and related methods as plug-ins: settings, simulated data. */
@NullMarked
package org.slrm.paper;

import org.jspecify.annotations.NullMarked;
