package org.slrm.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.nop.NOPServiceProvider;
import org.slf4j.spi.SLF4JServiceProvider;
import org.slrm.result.ModelState;

/** The arrows core ← io ← cli, tested in the last module, which sees all three. */
class ArchitectureTest {
  private static final String[] CORE = {
    "org.slrm", "org.slrm.data..", "org.slrm.method..", "org.slrm.result..", "org.slrm.internal.."
  };
  private static final int MAX_CLASSES = 24;

  private static final JavaClasses production =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.slrm");
  private static final JavaClasses classes = new ClassFileImporter().importPackages("org.slrm");

  @Test
  void allThreeModulesAreSeen() {
    for (String name :
        new String[] {"org.slrm.Slrm", "org.slrm.io.model.ModelFile", "org.slrm.cli.Main"}) {
      assertTrue(classes.contain(name), name);
    }
  }

  @Test
  void loggingOfLibrariesIsSilent() {
    assertEquals(
        List.of(NOPServiceProvider.class),
        ServiceLoader.load(SLF4JServiceProvider.class).stream().map(p -> p.type()).toList());
  }

  @Test
  void coreDependsOnNeitherFilesNorCommands() {
    noClasses()
        .that(resideInAnyPackage(CORE))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slrm.io..", "org.slrm.cli..")
        .check(classes);
  }

  @Test
  void ioDependsOnNoCommand() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.io..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slrm.cli..")
        .check(classes);
  }

  @Test
  void reportDependsOnNoCommand() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.cli.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slrm.cli", "org.slrm.cli.command..", "org.slrm.cli.option..")
        .check(production);
  }

  @Test
  void commandsUseOnlyTheChecksOfCoreInternals() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.cli..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.slrm.internal..", "org.slrm.paper.internal..")
                .and(not(resideInAPackage("org.slrm.internal.check"))))
        .check(classes);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("org.slrm.(**)").should().beFreeOfCycles().check(production);
  }

  @Test
  void packagesHaveAtMostThisManyClasses() {
    Map<String, Long> sizes =
        production.that(resideInAnyPackage("org.slrm.cli..")).stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    sizes.values().removeIf(count -> count <= MAX_CLASSES);
    assertEquals(Map.of(), sizes);
  }

  /** Commands describe a model by {@code SlrmModel.members()}. */
  @Test
  void commandsReadNoArraysOfAModelsState() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.cli..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(ModelState.Array.class)
        .orShould()
        .callMethod(ModelState.class, "arrays")
        .check(production);
  }
}
