/**
 * The methods of Ganti and Willett and of their neighbours as plug-ins: settings, simulated data,
 * transduction and the paper's risk bound.
 */
@NullMarked
package org.slrm.paper;

import org.jspecify.annotations.NullMarked;
