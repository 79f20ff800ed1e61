package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.TransitionResult;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What operators do with dead letters, on top of what they look at. */
abstract class MemoryActs extends MemoryDesk implements OperatorVerbs, ReplayRequestVerbs {
  abstract MemoryOperator operator();

  abstract MemoryReplayRequests replays();

  @Override
  public synchronized TransitionResult authorizeReplay(
      ConsumptionKey key, long rowVersion, ReplayApproval approval) {
    return operator().authorizeReplay(key, rowVersion, approval);
  }

  @Override
  public synchronized TransitionResult resolve(
      ConsumptionKey key, long rowVersion, OperatorAction action) {
    return operator().resolve(key, rowVersion, action);
  }

  @Override
  public synchronized TransitionResult discard(
      ConsumptionKey key, long rowVersion, OperatorAction action) {
    return operator().discard(key, rowVersion, action);
  }

  @Override
  public synchronized Requested requestReplay(NewRequest request) {
    return replays().requestReplay(request);
  }

  @Override
  public synchronized RequestResult decideReplay(Tenant tenant, UUID requestId, Decision decision) {
    return replays().decideReplay(tenant, requestId, decision);
  }

  @Override
  public synchronized RequestResult beginReplay(Tenant tenant, UUID requestId, Run run) {
    return replays().beginReplay(tenant, requestId, run);
  }

  @Override
  public synchronized Optional<ItemResult> replayItem(
      Tenant tenant, UUID requestId, int position, String operator) {
    return replays().replayItem(tenant, requestId, position, operator);
  }

  @Override
  public synchronized Optional<ReplayItem> recordReplayItem(
      Tenant tenant, UUID requestId, ReplayItem item, String operator) {
    return replays().recordReplayItem(tenant, requestId, item, operator);
  }

  @Override
  public synchronized RequestResult endReplay(Tenant tenant, UUID requestId, Run run) {
    return replays().endReplay(tenant, requestId, run);
  }

  @Override
  public synchronized Optional<ReplayRequest> replayRequest(Tenant tenant, UUID requestId) {
    return replays().replayRequest(tenant, requestId);
  }

  @Override
  public synchronized List<ReplayRequest> replayRequests(
      Tenant tenant, RequestPosition after, int limit) {
    return replays().replayRequests(tenant, after, limit);
  }

  @Override
  public synchronized Progress replayProgress(Tenant tenant, UUID requestId) {
    return replays().replayProgress(tenant, requestId);
  }

  @Override
  public synchronized List<ReplayItem> replayItems(
      Tenant tenant, UUID requestId, Which which, int from, int limit) {
    return replays().replayItems(tenant, requestId, which, from, limit);
  }

  @Override
  public synchronized List<ReplayItem> previewReplay(
      Tenant tenant, UUID requestId, int from, int limit) {
    return replays().previewReplay(tenant, requestId, from, limit);
  }
}
