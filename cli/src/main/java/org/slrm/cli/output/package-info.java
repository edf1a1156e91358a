/** Output of the program: console, files, exit codes. */
@NullMarked
package org.slrm.cli.output;

import org.jspecify.annotations.NullMarked;
