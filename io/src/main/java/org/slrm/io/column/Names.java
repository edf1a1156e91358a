package org.slrm.io.column;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Lower-case names of enum constants, for files, and unique names. */
public final class Names {
  private Names() {}

  public static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  public static <E extends Enum<E>> E ofLower(Class<E> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> lower(constant).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    type.getSimpleName().toLowerCase(Locale.ROOT)
                        + " must be one of its names, got "
                        + name));
  }

  /** An unused name, which is added to the used names: the name, or with _2, _3, … appended. */
  public static String unique(String name, Set<String> used) {
    String unused = name;
    for (int k = 2; !used.add(unused); k++) {
      unused = name + "_" + k;
    }
    return unused;
  }
}
