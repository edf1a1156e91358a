package org.slrm.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm.spark");

  @Test
  void onlyFitsOnAClusterUseMoreOfCoresInternalsThanPartitionsAndChecks() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.slrm.spark.cluster..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.slrm.internal..")
                .and(
                    DescribedPredicate.not(
                        resideInAnyPackage(
                            "org.slrm.internal.partition", "org.slrm.internal.check"))))
        .check(classes);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("org.slrm.(**)").should().beFreeOfCycles().check(classes);
  }
}
