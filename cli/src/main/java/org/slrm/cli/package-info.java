/** The command line: one class per command. Start at {@link org.slrm.cli.Main}. */
@NullMarked
package org.slrm.cli;

import org.jspecify.annotations.NullMarked;
