package io.consumptionledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the core may lean on. */
class ArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.consumptionledger");

  private static final Set<String> JAVA_BASE = Object.class.getModule().getPackages();

  /** Packages such as java.util.logging look like part of java.base and are not. */
  private static final DescribedPredicate<JavaClass> IN_JAVA_BASE =
      DescribedPredicate.describe(
          "are in java.base",
          type -> JAVA_BASE.contains(type.getBaseComponentType().getPackageName()));

  private static final DescribedPredicate<JavaClass> IN_KNOWN_PACKAGES =
      JavaClass.Predicates.resideInAnyPackage(
          "java.lang..",
          "java.util..",
          "java.time..",
          "java.nio..",
          "java.security..",
          "java.io..");

  private static final DescribedPredicate<JavaClass> OWN =
      JavaClass.Predicates.resideInAPackage("io.consumptionledger..");

  @Test
  void theCoreNeedsNothingButJavaBase() {
    classes()
        .should()
        .onlyDependOnClassesThat(OWN.or(IN_JAVA_BASE.and(IN_KNOWN_PACKAGES)))
        .check(CORE);
  }

  @Test
  void onlyTheMemoryStoreKnowsTheMemoryStore() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.consumptionledger.memory..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.consumptionledger.memory..")
        .check(CORE);
  }

  @Test
  void theMemoryStoreKnowsNothingOfTheEngine() {
    noClasses()
        .that()
        .resideInAPackage("io.consumptionledger.memory..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.consumptionledger.internal..")
        .check(CORE);
  }
}
