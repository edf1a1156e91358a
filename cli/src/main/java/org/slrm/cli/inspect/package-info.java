/** The contents of a model file for {@code inspect}. */
@NullMarked
package org.slrm.cli.inspect;

import org.jspecify.annotations.NullMarked;
