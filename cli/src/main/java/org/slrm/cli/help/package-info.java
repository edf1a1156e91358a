/** What --help, --help-all and slrm help TOPIC print. */
@org.jspecify.annotations.NullMarked
package org.slrm.cli.help;
