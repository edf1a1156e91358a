package org.slrm.io.check;

import java.util.List;

/** One thing to look for in a table to learn from. */
interface TableCheck {
  List<DataWarning> of(TableColumns table);
}
