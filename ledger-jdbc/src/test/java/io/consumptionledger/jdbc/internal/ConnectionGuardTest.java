package io.consumptionledger.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ConnectionGuardTest {
  /** What only some driver offers. */
  interface Special {
    void copy() throws SQLException;
  }

  interface SpecialConnection extends Connection, Special {}

  private final SQLException failure = new SQLException("deadlock", "40P01");
  private final Connection driver = connection(null);
  private final ConnectionGuard guard = new ConnectionGuard(connection(driver), e -> true);

  /** A pool's, around another one, or a driver's. */
  private Connection connection(Connection inner) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {inner == null ? SpecialConnection.class : Connection.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "unwrap" -> inner;
                  case "copy", "createStatement" -> throw failure;
                  case "toString" -> inner == null ? "driver" : "pool";
                  default -> null;
                });
  }

  @Test
  void givenTheDriversInterface_whenUnwrapped_thenItIsThereAndItsErrorsAreSeen() throws Exception {
    Special special = guard.connection().unwrap(Special.class);

    assertThatThrownBy(special::copy).isSameAs(failure);
    assertThat((Throwable) guard.spoiledBy()).isSameAs(failure);
  }

  @Test
  void givenTheDriversConnection_whenUnwrapped_thenItCannotEndTheTransactionEither()
      throws Exception {
    SpecialConnection special = guard.connection().unwrap(SpecialConnection.class);

    assertThatIllegalStateException().isThrownBy(special::commit);
    assertThatIllegalStateException().isThrownBy(special::rollback);
    assertThatThrownBy(special::createStatement).isSameAs(failure);
    assertThat((Throwable) guard.spoiledBy()).isSameAs(failure);
  }

  @Test
  void givenTheGeneralInterface_whenUnwrapped_thenItIsTheSameConnection() throws Exception {
    assertThat(guard.connection().unwrap(Connection.class)).isSameAs(guard.connection());
  }

  @Test
  void givenAClassOfTheDriver_whenUnwrapped_thenItIsRefusedByName() {
    Class<?> type = driver.getClass();

    assertThatIllegalStateException()
        .isThrownBy(() -> guard.connection().unwrap(type))
        .withMessageContaining(type.getName());
  }

  @Test
  void givenAnUnwrappedConnection_whenTheHandlerHasReturned_thenItIsOfNoUse() throws Exception {
    Special special = guard.connection().unwrap(Special.class);
    guard.close();

    assertThatIllegalStateException().isThrownBy(special::copy);
  }
}
