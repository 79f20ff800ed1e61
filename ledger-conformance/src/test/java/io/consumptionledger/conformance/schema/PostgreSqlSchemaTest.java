package io.consumptionledger.conformance.schema;

import org.junit.jupiter.api.Nested;

final class PostgreSqlSchemaTest {
  @Nested
  final class Routes extends SchemaRoutes {
    Routes() {
      super(PostgreSqlServer.INSTANCE);
    }
  }

  @Nested
  final class Grants extends SchemaGrants {
    Grants() {
      super(PostgreSqlServer.INSTANCE);
    }
  }

  @Nested
  final class Expected extends SchemaExpected {
    Expected() {
      super(PostgreSqlServer.INSTANCE);
    }
  }
}
