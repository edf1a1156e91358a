/** What targets are taken for, in words, and classes that count more than others. */
@NullMarked
package org.slrm.cli.label;

import org.jspecify.annotations.NullMarked;
