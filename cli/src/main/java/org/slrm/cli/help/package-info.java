/** Texts of --help, --help-all and slrm help TOPIC. */
@org.jspecify.annotations.NullMarked
package org.slrm.cli.help;
