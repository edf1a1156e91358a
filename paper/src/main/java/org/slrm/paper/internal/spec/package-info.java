/** This module's methods as plug-ins: name, options, capabilities and solver of each. */
@NullMarked
package org.slrm.paper.internal.spec;

import org.jspecify.annotations.NullMarked;
