/** Results in words. */
@NullMarked
package org.slrm.cli.output.text;

import org.jspecify.annotations.NullMarked;
