package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.source.Source;

/** Examples in the documentation of core and io must compile. */
class JavadocExamplesTest {
  private static final List<Path> SOURCES =
      List.of(Path.of("../core/src/main/java"), Path.of("src/main/java"));
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\}</pre>", Pattern.DOTALL);

  /** Variables that examples use without declaring them. */
  private static final String KNOWN =
      """
        IncompleteMatrix x, y;
        IncompleteRow row;
        Iterable<IncompleteRow> rows;
        List<IncompleteMatrix> parts;
        double label;
        double[] labels, predictions;
        MethodConfig config;
        FitListener bar;
        SlrmModel model;
        Table table;
        Schema schema;
        ReadOptions options;
        ModelFile.Provenance provenance;
        Path path;
        byte[] bytes;
        NamedModel named;
        RowSource source;
        RowBatch batch;
      """;

  @TempDir Path folder;

  private final Set<String> packages = new TreeSet<>();
  private final List<JavaFileObject> examples = new ArrayList<>();

  @Test
  void everyExampleCompiles() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Assumptions.assumeTrue(compiler != null, "this Java has no compiler");
    for (Path file : publicSources()) {
      packages.add(packageOf(file));
    }
    for (Path file : publicSources()) {
      collect(file);
    }
    assertTrue(examples.size() > 40, "only " + examples.size() + " examples were found");
    StringWriter problems = new StringWriter();
    List<String> settings =
        List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    compiler.getTask(problems, null, null, settings, null, examples).call();
    assertEquals("", problems.toString());
  }

  private static List<Path> publicSources() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path root : SOURCES) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(f -> f.toString().endsWith(".java") && !f.toString().contains("/internal/"))
            .filter(f -> !f.endsWith("package-info.java"))
            .sorted()
            .forEach(found::add);
      }
    }
    return found;
  }

  private static String packageOf(Path file) throws IOException {
    Matcher name = Pattern.compile("package ([\\w.]+);").matcher(Files.readString(file));
    assertTrue(name.find(), file.toString());
    return name.group(1);
  }

  private void collect(Path file) throws IOException {
    Matcher example = EXAMPLE.matcher(Files.readString(file));
    while (example.find()) {
      String name = "Example" + examples.size() + "Of" + file.getFileName();
      String body = example.group(1).replaceAll("(?m)^ *\\* ?", "");
      examples.add(new Source(name, unit(name.replace(".java", ""), body)));
    }
  }

  private String unit(String name, String body) {
    StringBuilder out = new StringBuilder("import java.nio.channels.*;import java.nio.file.*;");
    out.append("import java.util.List;import java.util.Map;");
    packages.forEach(p -> out.append("import ").append(p).append(".*;"));
    return out.append("class ").append(name).append(" {\n").append(KNOWN)
        + "  void example() throws Exception {\n"
        + body
        + "\n}}\n";
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
