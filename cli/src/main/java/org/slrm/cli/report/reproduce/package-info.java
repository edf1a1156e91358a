/** The page and the plots of a reproduction. */
@NullMarked
package org.slrm.cli.report.reproduce;

import org.jspecify.annotations.NullMarked;
