package org.slrm.io;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.spi.SLF4JServiceProvider;

class ArchitectureTest {
  private static final int MAX_IN_A_ROOM = 24;

  private static final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm.io");

  @Test
  void packagesOfSparkAreFreeOfCycles() {
    slices().matching("org.slrm.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void noPackageHasTooManyFiles() {
    Map<String, Long> sizes =
        classes.stream()
            .filter(c -> c.isTopLevelClass() && !c.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    sizes.values().removeIf(count -> count <= MAX_IN_A_ROOM);
    assertEquals(Map.of(), sizes);
  }

  @Test
  void nothingIsPrinted() {
    GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
  }

  @Test
  void noLoggerIsChosenForTheProgramsThatUseThis() {
    assertEquals(0, ServiceLoader.load(SLF4JServiceProvider.class).stream().count());
  }

  @Test
  void ofCoresInsideReadersAndWritersUseTheChecksOnly() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.slrm.internal..")
                .and(not(resideInAPackage("org.slrm.internal.check"))))
        .check(classes);
  }

  /** Native libraries would be copied to the temporary folder and remain there after a kill. */
  @Test
  void filesArePackedWithoutNativeLibraries() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.xerial.snappy..", "com.github.luben..")
        .check(classes);
  }
}
