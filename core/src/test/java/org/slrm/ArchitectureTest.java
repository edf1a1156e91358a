package org.slrm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm");

  @Test
  void dataDependsOnNothingElseOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.data..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.slrm",
            "org.slrm.select..",
            "org.slrm.tracking..",
            "org.slrm.baseline..",
            "org.slrm.internal..")
        .check(classes);
  }

  @Test
  void linearAlgebraKnowsNoMethod() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.internal.linalg..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slrm", "org.slrm.select..", "org.slrm.internal.solver..")
        .check(classes);
  }

  @Test
  void coreDoesNotKnowTheModulesAboveIt() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slrm.io..", "org.slrm.cli..", "org.slrm.spark..")
        .check(classes);
  }
}
