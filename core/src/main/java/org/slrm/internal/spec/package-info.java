/** Core's methods as plug-ins: name, options, abilities and solver of each. */
@NullMarked
package org.slrm.internal.spec;

import org.jspecify.annotations.NullMarked;
