package org.slrm.cli.output;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this program. */
public final class Version {
  private Version() {}

  /** The version stored by the build. */
  public static String number() {
    try (InputStream in = Version.class.getResourceAsStream("/org/slrm/cli/version.properties")) {
      Properties p = new Properties();
      p.load(in);
      return p.getProperty("version", "unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
