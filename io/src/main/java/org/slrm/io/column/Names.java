package org.slrm.io.column;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Names of enum constants in files, in lower case, and unique names. */
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

  /** An unused name, which is then reserved: the name itself, or with _2, _3, … appended. */
  public static String unique(String name, Set<String> taken) {
    String free = name;
    for (int k = 2; !taken.add(free); k++) {
      free = name + "_" + k;
    }
    return free;
  }
}
