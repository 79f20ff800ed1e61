package io.consumptionledger.jdbc.internal;

import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Which nodes run. Each statement may be repeated, so a lost reply is decided by that. */
final class JdbcNodes implements NodeVerbs {
  private final Sessions sessions;

  JdbcNodes(Sessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public void startNode(Node node) {
    Params params = new Params().node(node);
    sessions.alone(
        new Call("START_NODE", node.id()), session -> session.update(Sql.START_NODE, params));
  }

  @Override
  public void stopNode(Node node) {
    Params params = new Params().node(node);
    sessions.alone(
        new Call("STOP_NODE", node.id()), session -> session.update(Sql.STOP_NODE, params));
  }

  @Override
  public List<Twin> liveTwins(Node node, Duration renewedWithin) {
    Params params = new Params().node(node).span("renewedWithin", renewedWithin);
    return sessions.alone(
        new Call("LIVE_TWINS", node.id()),
        session -> session.list(Sql.LIVE_TWINS, params, JdbcNodes::twin));
  }

  private static Twin twin(ResultSet row) throws SQLException {
    return new Twin(
        RowMapper.uuid(row, "node_incarnation"), Micros.left(row.getLong("since_renewal")));
  }

  @Override
  public HeartbeatSession openHeartbeat(Duration timeout) {
    return new JdbcHeartbeat(sessions.reserve(timeout));
  }
}
