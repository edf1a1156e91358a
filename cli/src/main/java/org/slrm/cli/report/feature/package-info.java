/** Effects of columns on the predictions of a model. */
@NullMarked
package org.slrm.cli.report.feature;

import org.jspecify.annotations.NullMarked;
