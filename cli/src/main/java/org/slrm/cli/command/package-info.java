/** Commands, one class each, and their common parts. */
@NullMarked
package org.slrm.cli.command;

import org.jspecify.annotations.NullMarked;
