package org.slrm.paper;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final int MAX_IN_A_PACKAGE = 22;

  private static final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm");

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("org.slrm.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void coreDoesNotKnowThePapersMethods() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.slrm.paper..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slrm.paper..")
        .check(classes);
    assertTrue(classes.contain("org.slrm.Slrm"));
  }

  @Test
  void noPackageIsCrowded() {
    Map<String, Long> sizes =
        classes.stream()
            .filter(c -> c.getPackageName().startsWith("org.slrm.paper"))
            .filter(JavaClass::isTopLevelClass)
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertTrue(sizes.size() > 5, sizes::toString);
    sizes.values().removeIf(count -> count <= MAX_IN_A_PACKAGE);
    assertEquals(Map.of(), sizes);
  }

  @Test
  void nothingIsPrinted() {
    GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
  }
}
