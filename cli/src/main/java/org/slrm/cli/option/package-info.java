/** Options that several commands share, checked and turned into settings. */
@NullMarked
package org.slrm.cli.option;

import org.jspecify.annotations.NullMarked;
