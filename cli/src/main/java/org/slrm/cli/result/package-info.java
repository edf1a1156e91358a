/**
 * Results of commands as data; {@code output.text}, {@code output.json} and {@code report} render
 * them.
 */
@NullMarked
package org.slrm.cli.result;

import org.jspecify.annotations.NullMarked;
