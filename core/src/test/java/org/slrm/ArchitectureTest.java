package org.slrm;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTest {
  private static final int MAX_IN_A_ROOM = 22;

  private static final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm");

  @Test
  void roomsAreFreeOfCycles() {
    slices().assignedFrom(BY_ROOM).should().beFreeOfCycles().check(classes);
  }

  /** Newer versions of Java compute these with other last digits, so they would move fits. */
  @ParameterizedTest
  @ValueSource(strings = {"tanh", "sinh", "cosh", "cbrt", "hypot", "atan", "asin", "acos"})
  void functionsThatDependOnTheJavaVersionAreStrict(String name) {
    noClasses().should().callMethod(Math.class, name, double.class).check(classes);
    noClasses().should().callMethod(Math.class, name, double.class, double.class).check(classes);
  }

  private static final SliceAssignment BY_ROOM =
      new SliceAssignment() {
        @Override
        public String getDescription() {
          return "rooms of core";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
          return each.getPackageName().startsWith("org.slrm")
              ? SliceIdentifier.of(each.getPackageName())
              : SliceIdentifier.ignore();
        }
      };

  @ParameterizedTest
  @CsvSource({
    "org.slrm.internal.check, ",
    "org.slrm.data, ",
    "org.slrm.method, org.slrm.data",
    "org.slrm.internal.special, ",
    "org.slrm.result, org.slrm.data org.slrm.method org.slrm.internal.special",
    "org.slrm.internal.linalg.., org.slrm.data",
    "org.slrm.internal.label, org.slrm.data org.slrm.method org.slrm.internal.special",
    "org.slrm.internal.run, org.slrm.data org.slrm.method org.slrm.result org.slrm.internal.label"
        + " org.slrm.internal.special",
  })
  void aLeafDependsOnNoMoreThan(String room, String others) {
    String everywhere = "java.. org.jspecify.. org.ejml.. org.slrm.internal.check ";
    String allowed = everywhere + room + " ";
    classes()
        .that()
        .resideInAPackage(room)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage((allowed + (others == null ? "" : others)).split(" "))
        .check(classes);
  }

  @Test
  void noRoomIsCrowded() {
    Map<String, Long> sizes =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    sizes.values().removeIf(count -> count <= MAX_IN_A_ROOM);
    assertEquals(Map.of(), sizes);
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
