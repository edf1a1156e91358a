package org.slrm.io.column;

import java.util.Locale;

/** Names of enum constants in files: lower case. */
public final class Names {
  private Names() {}

  public static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  public static <E extends Enum<E>> E ofLower(Class<E> type, String name) {
    for (E constant : type.getEnumConstants()) {
      if (lower(constant).equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(lowerName(type) + " must be one of its names, got " + name);
  }

  private static String lowerName(Class<?> type) {
    return type.getSimpleName().toLowerCase(Locale.ROOT);
  }
}
