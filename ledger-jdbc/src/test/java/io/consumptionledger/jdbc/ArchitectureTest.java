package io.consumptionledger.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("project.root"), "ledger-jdbc", "src", "main", "java");

  private static final Pattern PRODUCT =
      Pattern.compile(
          "(?i)postgres|mysql|maria|oracle|db2|sqlserver|sqlite|hsqldb|cockroach|\\bh2\\b");

  /** A SQLState in quotes, or a class of them. */
  private static final Pattern CODE = Pattern.compile("\"[0-9][0-9A-Z]([0-9A-Z]{3})?\"");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.consumptionledger.jdbc");

  @Test
  void givenTheModule_whenItsDependenciesAreListed_thenCoreJdbiAndThePlatformOnly() {
    classes()
        .that()
        .resideOutsideOfPackage("..jdbc.metrics..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "javax.sql..", "org.jdbi.v3.core..", "io.consumptionledger..")
        .check(CLASSES);
  }

  @Test
  void givenTheMetrics_whenTheirDependenciesAreListed_thenCoreAndMicrometerOnly() {
    classes()
        .that()
        .resideInAPackage("..jdbc.metrics..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.micrometer.core.instrument..",
            "io.consumptionledger",
            "io.consumptionledger.spi",
            "io.consumptionledger.jdbc.metrics")
        .check(CLASSES);
  }

  @Test
  void givenMicrometerIsOptional_whenTheRestIsLookedAt_thenItDoesNotNeedTheMetrics() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..jdbc.metrics..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..jdbc.metrics..", "io.micrometer..")
        .check(CLASSES);
  }

  @Test
  void givenTheDialects_whenLookedAt_thenTheyKnowNeitherStoreNorJdbi() {
    noClasses()
        .that()
        .resideInAPackage("..dialect..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.jdbi..", "..jdbc.internal..")
        .check(CLASSES);
  }

  @Test
  void givenTheStore_whenLookedAt_thenItKnowsNoBuiltInDialect() {
    noClasses()
        .that()
        .resideInAPackage("..jdbc.internal..")
        .should()
        .dependOnClassesThat()
        .haveSimpleNameEndingWith("SqlDialect")
        .check(CLASSES);
  }

  @Test
  void givenTheSources_whenSearched_thenProductsAndCodesAreNamedInTheDialectsOnly()
      throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String text = COMMENT.matcher(Files.readString(file)).replaceAll("");
        boolean names = PRODUCT.matcher(text).find() || CODE.matcher(text).find();
        if (names && !file.getParent().endsWith("dialect")) {
          found.add(file.getFileName().toString());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void givenThePublicApi_whenItsSignaturesAreRead_thenJdbiIsInNoneButItsOwnRunner() {
    List<String> found = new ArrayList<>();
    CLASSES.stream()
        .filter(
            type ->
                Set.of("io.consumptionledger.jdbc", "io.consumptionledger.jdbc.dialect")
                    .contains(type.getPackageName()))
        .filter(
            type ->
                type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC))
        .map(type -> type.reflect())
        .filter(type -> type != JdbiTransactionRunner.class)
        .forEach(
            type ->
                Stream.<Executable>concat(
                        Stream.of(type.getDeclaredMethods()),
                        Stream.of(type.getDeclaredConstructors()))
                    .filter(member -> !Modifier.isPrivate(member.getModifiers()))
                    .filter(member -> mentionsJdbi(member))
                    .forEach(member -> found.add(member.toString())));
    assertThat(found).isEmpty();
  }

  private static boolean mentionsJdbi(Executable member) {
    return Stream.concat(
            Stream.of(member.getAnnotatedReturnType().getType()),
            Stream.of(member.getGenericParameterTypes()))
        .map(Type::getTypeName)
        .anyMatch(name -> name.contains("org.jdbi"));
  }
}
