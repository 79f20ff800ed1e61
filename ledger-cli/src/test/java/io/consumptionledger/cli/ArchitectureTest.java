package io.consumptionledger.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What the command line may use. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.consumptionledger.cli");

  @Test
  void givenTheCommandLine_whenLookedAt_thenItHasNoSqlOfItsOwn() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Statement.class, PreparedStatement.class, ResultSet.class)
        .check(CLASSES);
  }

  @Test
  void givenTheCommands_whenLookedAt_thenOnlyTheOperationsReachTheStore() {
    noClasses()
        .that()
        .resideInAPackage("..cli.command..")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("LedgerStore")
        .check(CLASSES);
  }

  @Test
  void givenTheLibrary_whenLookedAt_thenOnlyItsPublicPartsAreUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.consumptionledger.internal..", "io.consumptionledger.jdbc.internal..")
        .check(CLASSES);
  }

  @Test
  void givenTheOutput_whenLookedAt_thenItKnowsNoCommand() {
    classes()
        .that()
        .resideInAPackage("..cli.output..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "com.fasterxml.jackson.core..", "..cli.output..", "..operations..")
        .check(CLASSES);
  }
}
