/** Results as text. */
@NullMarked
package org.slrm.cli.output.text;

import org.jspecify.annotations.NullMarked;
