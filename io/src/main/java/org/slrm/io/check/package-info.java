/**
 * Looks at data before and after a fit: warnings about a table to learn from, and how new rows
 * differ from those a model was fitted to.
 */
@org.jspecify.annotations.NullMarked
package org.slrm.io.check;
