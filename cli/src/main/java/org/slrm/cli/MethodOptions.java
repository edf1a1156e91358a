package org.slrm.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slrm.AutoConfig;
import org.slrm.MethodConfig;

/** From {@code --method} and its options to the settings of a method. */
final class MethodOptions {
  @picocli.CommandLine.Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "How to fit. Default: auto, everything chosen by validation.")
  String method = "auto";

  /** The methods with their defaults, ours first. */
  static Map<String, Supplier<MethodConfig>> methods() {
    Map<String, Supplier<MethodConfig>> out = new LinkedHashMap<>();
    out.put("auto", AutoConfig::defaults);
    return out;
  }

  static List<String> names() {
    return List.copyOf(methods().keySet());
  }

  MethodConfig config() {
    return defaults(method);
  }

  static MethodConfig defaults(String method) {
    Supplier<MethodConfig> found = methods().get(method);
    if (found == null) {
      throw CommandException.usage(
          "--method must be one of " + String.join(", ", names()) + "; got " + method);
    }
    return found.get();
  }
}
