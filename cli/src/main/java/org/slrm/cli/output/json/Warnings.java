package org.slrm.cli.output.json;

import java.util.List;
import java.util.Map;
import org.slrm.io.check.DataWarning;

/** Warnings in JSON. */
public final class Warnings {
  private Warnings() {}

  /** The value of {@code "warnings"}. */
  public static List<Map<String, Object>> of(List<DataWarning> warnings) {
    return warnings.stream().map(DataWarning::toMap).toList();
  }
}
