package org.slrm.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.nop.NOPServiceProvider;
import org.slf4j.spi.SLF4JServiceProvider;

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
  void librariesOfOthersLogToNowhere() {
    assertEquals(
        List.of(NOPServiceProvider.class),
        ServiceLoader.load(SLF4JServiceProvider.class).stream().map(p -> p.type()).toList());
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
