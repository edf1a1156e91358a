package org.slrm;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slrm.SourceMethods.Method;

/** What CONTRIBUTING asks of all modules and a machine can see in their sources. */
class HouseRulesTest {
  private static final int MAX_LINES = 45;

  /** Loops that the compiler turns into vector instructions only as a whole. */
  private static final String KERNELS = "/org/slrm/internal/linalg/vector/";

  private static final Set<String> TESTS =
      Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "Property", "Example");

  /** Nested types that are always read with the name around them. */
  private static final Set<String> NAMES_OF_ROLES = Set.of("Builder", "Key");

  private static final Pattern ASSERTION =
      Pattern.compile("assert[A-Z].*|fail|AssertionError|check");

  @Test
  void noMethodIsLongerThan45LinesOutsideTheVectorKernels() throws IOException {
    List<Method> methods = SourceMethods.in("src/main/java");
    assertTrue(methods.size() > 1000, "the sources of all modules are seen");
    List<Method> longer =
        methods.stream()
            .filter(m -> m.lines() > MAX_LINES)
            .filter(m -> !m.file().toString().contains(KERNELS))
            .toList();
    assertEquals(List.of(), longer);
  }

  /** Helpers of the same file are followed by name; ArchUnit's rules assert by {@code check}. */
  @Test
  void everyTestAssertsSomethingItselfOrThroughAHelper() throws IOException {
    List<Method> methods = SourceMethods.in("src/test/java");
    Map<Path, List<Method>> files = methods.stream().collect(groupingBy(Method::file));
    List<Method> tests =
        methods.stream().filter(m -> m.annotations().stream().anyMatch(TESTS::contains)).toList();
    assertTrue(tests.size() > 500, "the tests of all modules are seen");
    assertEquals(
        List.of(),
        tests.stream().filter(m -> !asserts(m, files.get(m.file()), new HashSet<>())).toList());
  }

  @Test
  void everyPackageOfCoreAndTheCommandLineHasTestsBesideIt() throws IOException {
    for (String module : List.of("core", "cli")) {
      Set<Path> tested = packages(module, "src/test/java", "Test.java");
      Set<Path> untested = packages(module, "src/main/java", ".java");
      assertTrue(untested.size() > 15, module);
      untested.removeAll(tested);
      assertEquals(Set.of(), untested, module);
    }
  }

  /** Private types are seen in their own file only. */
  @Test
  void noTwoTypesOfAModuleHaveTheSameName() throws IOException {
    Map<String, List<SourceMethods.Type>> types =
        SourceMethods.types("src/main/java").stream()
            .filter(t -> !t.hidden() && !NAMES_OF_ROLES.contains(t.name()))
            .collect(groupingBy(t -> t.module() + " " + t.name()));
    assertTrue(types.size() > 900, "the sources of all modules are seen");
    types.values().removeIf(same -> same.size() == 1);
    assertEquals(Map.of(), types);
  }

  /** Packages that have a file whose name ends like this. */
  private static Set<Path> packages(String module, String folder, String end) throws IOException {
    Path root = Path.of("..", module, folder);
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(f -> f.toString().endsWith(end))
          .map(f -> root.relativize(f.getParent()))
          .collect(toCollection(TreeSet::new));
    }
  }

  private static boolean asserts(Method method, List<Method> file, Set<Method> seen) {
    if (!seen.add(method)) {
      return false;
    }
    return method.calls().stream().anyMatch(ASSERTION.asMatchPredicate())
        || file.stream()
            .filter(helper -> method.calls().contains(helper.name()))
            .anyMatch(helper -> asserts(helper, file, seen));
  }
}
