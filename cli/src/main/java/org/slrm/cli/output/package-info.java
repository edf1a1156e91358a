/** What leaves the program: console, files, words, exit codes. */
@NullMarked
package org.slrm.cli.output;

import org.jspecify.annotations.NullMarked;
