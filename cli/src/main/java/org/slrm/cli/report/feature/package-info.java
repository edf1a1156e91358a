/** What columns do to the predictions of a model: how far and which way they move them. */
@NullMarked
package org.slrm.cli.report.feature;

import org.jspecify.annotations.NullMarked;
