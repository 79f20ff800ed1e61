package io.consumptionledger.jdbc.internal;

import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A heartbeat on a connection that nobody else uses. */
final class JdbcHeartbeat implements HeartbeatSession {
  private final ReservedConnection reserved;

  JdbcHeartbeat(ReservedConnection reserved) {
    this.reserved = reserved;
  }

  @Override
  public Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease) {
    if (claims.isEmpty()) {
      return Map.of();
    }
    return reserved.transaction(
        JdbcRenewals.call(claims), session -> JdbcRenewals.renew(session, claims, lease));
  }

  @Override
  public void beat(Node node) {
    Params params = new Params().node(node);
    reserved.alone(new Call("BEAT", node.id()), session -> session.update(Sql.START_NODE, params));
  }

  @Override
  public void close() {
    reserved.close();
  }
}
