/** One class per command, and what commands share. */
@NullMarked
package org.slrm.cli.command;

import org.jspecify.annotations.NullMarked;
