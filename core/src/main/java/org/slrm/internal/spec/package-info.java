/** Core's methods as plug-ins: name, options, capabilities and solver of each. */
@NullMarked
package org.slrm.internal.spec;

import org.jspecify.annotations.NullMarked;
