package org.slrm.internal.label;

import java.util.List;

/** The kinds of labels there are, by the names that model files use. */
public final class Labels {
  private static final List<Label> ALL = List.of(Gaussian.LABEL);

  private Labels() {}

  /** The label of a name. */
  public static Label named(String name) {
    return ALL.stream()
        .filter(label -> label.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "kind of label must be one of "
                        + ALL.stream().map(Label::name).toList()
                        + ", got "
                        + name));
  }
}
