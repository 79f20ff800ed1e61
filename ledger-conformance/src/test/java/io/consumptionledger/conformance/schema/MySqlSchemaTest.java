package io.consumptionledger.conformance.schema;

import org.junit.jupiter.api.Nested;

final class MySqlSchemaTest {
  @Nested
  final class Routes extends SchemaRoutes {
    Routes() {
      super(MySqlServer.INSTANCE);
    }
  }

  @Nested
  final class Grants extends SchemaGrants {
    Grants() {
      super(MySqlServer.INSTANCE);
    }
  }

  @Nested
  final class Expected extends SchemaExpected {
    Expected() {
      super(MySqlServer.INSTANCE);
    }
  }
}
