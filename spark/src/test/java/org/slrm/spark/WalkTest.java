package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.tools.nsc.Settings;
import scala.tools.nsc.interpreter.IMain;
import scala.tools.nsc.interpreter.shell.ReplReporterImpl;

/** Runs the Scala examples of docs/spark.md in the interpreter of spark-shell. */
@Tag("slow")
class WalkTest {
  private static final Pattern BLOCK = Pattern.compile("```scala\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void theWalkThroughRuns() throws Exception {
    String page = Files.readString(Path.of("../docs/spark.md"));
    Settings settings = new Settings();
    settings
        .classpath()
        .value_$eq(
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    StringWriter said = new StringWriter();
    IMain shell = new IMain(settings, new ReplReporterImpl(settings, new PrintWriter(said)));
    assertEquals("Success", run(shell, "val spark = org.slrm.spark.WalkShell.session"));
    Matcher blocks = BLOCK.matcher(page);
    int count = 0;
    while (blocks.find()) {
      String code =
          blocks
              .group(1)
              .replace("\"examples/", "\"../examples/")
              .replace("\"target/", "\"" + folder + "/");
      assertEquals("Success", run(shell, code), () -> code + "\n" + said);
      count++;
    }
    assertTrue(count > 8, "blocks found: " + count);
    assertEquals(400, Sparks.session().table("scored").count());
  }

  private static String run(IMain shell, String code) {
    return shell.interpret(code).toString();
  }
}
