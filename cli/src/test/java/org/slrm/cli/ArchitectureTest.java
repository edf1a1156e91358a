package org.slrm.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** The arrows core ← io ← cli, looked at from the end of the chain, where all three are seen. */
class ArchitectureTest {
  private static final String[] CORE = {
    "org.slrm",
    "org.slrm.data..",
    "org.slrm.method..",
    "org.slrm.result..",
    "org.slrm.tracking..",
    "org.slrm.internal.."
  };
  private final JavaClasses classes = new ClassFileImporter().importPackages("org.slrm");

  @Test
  void allThreeModulesAreSeen() {
    for (String name :
        new String[] {"org.slrm.Slrm", "org.slrm.io.model.ModelFile", "org.slrm.cli.Main"}) {
      assertTrue(classes.contain(name), name);
    }
  }

  @Test
  void coreKnowsNeitherFilesNorCommands() {
    noClasses()
        .that(resideInAnyPackage(CORE))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slrm.io..", "org.slrm.cli..")
        .check(classes);
  }

  @Test
  void readersAndWritersKnowNoCommand() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.io..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slrm.cli..")
        .check(classes);
  }

  @Test
  void theReportKnowsNoCommand() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.cli.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slrm.cli", "org.slrm.cli.command..", "org.slrm.cli.option..")
        .check(classes);
  }

  @Test
  void commandsUseThePublicInterfaceOfCoreOnly() {
    noClasses()
        .that()
        .resideInAPackage("org.slrm.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slrm.internal..")
        .check(classes);
  }
}
