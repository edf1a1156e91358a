package org.slrm.internal.linalg.vector;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String HERE = "org.slrm.internal.linalg.vector";

  private static final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm");

  @Test
  void vectorKernelsDependOnTheKernelInterfaceAndItsHelpersOnly() {
    classes()
        .that()
        .resideInAPackage(HERE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "jdk.incubator..",
            "org.jspecify..",
            "org.slrm.internal.check",
            "org.slrm.internal.linalg",
            HERE)
        .check(classes);
  }

  /** Core finds them by the name of the class, so that it works without this module. */
  @Test
  void coreRefersToNoVectorKernel() {
    noClasses()
        .that(resideInAPackage("org.slrm..").and(resideInAPackage(HERE).negate()))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(HERE, "jdk.incubator..")
        .check(classes);
  }
}
