/** What {@code inspect} says about a model. */
@NullMarked
package org.slrm.cli.inspect;

import org.jspecify.annotations.NullMarked;
