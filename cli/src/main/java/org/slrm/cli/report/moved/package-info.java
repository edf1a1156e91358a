/** The page that shows how new rows differ from those a model was fitted to. */
@org.jspecify.annotations.NullMarked
package org.slrm.cli.report.moved;
