package org.slrm.io;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.spi.SLF4JServiceProvider;

class ArchitectureTest {
  @Test
  void noLoggerIsChosenForTheProgramsThatUseThis() {
    assertEquals(0, ServiceLoader.load(SLF4JServiceProvider.class).stream().count());
  }

  @Test
  void readersAndWritersUseThePublicInterfaceOfCoreOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slrm.internal..")
        .check(new ClassFileImporter().importPackages("org.slrm.io"));
  }
}
