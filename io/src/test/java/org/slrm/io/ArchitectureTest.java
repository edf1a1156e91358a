package org.slrm.io;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void readersAndWritersUseThePublicInterfaceOfCoreOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slrm.internal..")
        .check(new ClassFileImporter().importPackages("org.slrm.io"));
  }
}
