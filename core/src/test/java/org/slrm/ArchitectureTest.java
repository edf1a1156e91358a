package org.slrm;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
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
            "org.slrm.method..",
            "org.slrm.result..",
            "org.slrm.tracking..",
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
        .resideInAnyPackage("org.slrm", "org.slrm.method..", "org.slrm.internal.run..")
        .check(classes);
  }

  @Test
  void thePublicInterfaceSpeaksOfNothingInternal() {
    noCodeUnits()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage("org.slrm.internal..")
        .should()
        .haveRawReturnType(resideInAPackage("org.slrm.internal.."))
        .orShould()
        .haveRawParameterTypes(anyElementThat(resideInAPackage("org.slrm.internal..")))
        .check(classes);
  }

  @Test
  void corePrintsNothing() {
    GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
  }

  /** Such a map or set has another order in every run, and with it a model file other bytes. */
  @Test
  void noCollectionWhoseOrderChangesFromRunToRun() {
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "Map.of with several entries, Map.copyOf, Set.of, Set.copyOf",
                call ->
                    (call.getTargetOwner().isEquivalentTo(java.util.Map.class)
                            || call.getTargetOwner().isEquivalentTo(java.util.Set.class))
                        && call.getTarget().getName().matches("of|copyOf|ofEntries")
                        && call.getTarget().getRawParameterTypes().size() != 0
                        && !(call.getTargetOwner().isEquivalentTo(java.util.Map.class)
                            && call.getTarget().getName().equals("of")
                            && call.getTarget().getRawParameterTypes().size() == 2)))
        .check(classes);
  }
}
