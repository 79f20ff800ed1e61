package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayLogic;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.RetentionVerbs.PurgedAside;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import io.consumptionledger.spi.TransitionResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Replays that people ask for. Not thread-safe: the store's lock guards it. */
final class MemoryReplayRequests implements ReplayRequestVerbs {
  private static final Comparator<ReplayRequest> NEWEST_FIRST =
      Comparator.comparing(ReplayRequest::requestedAt).thenComparing(ReplayRequest::id).reversed();

  private final Rows rows;
  private final MemoryOperator operators;
  private final MemoryAudit audit;
  private final Map<Id, Kept> requests = new HashMap<>();

  MemoryReplayRequests(Rows rows, MemoryOperator operators, MemoryAudit audit) {
    this.rows = rows;
    this.operators = operators;
    this.audit = audit;
  }

  private record Id(Tenant tenant, UUID id) {
    Id {
      Objects.requireNonNull(tenant, "tenant");
      Objects.requireNonNull(id, "requestId");
    }
  }

  private static final class Kept {
    private ReplayRequest request;
    private final List<ReplayItem> items;

    Kept(ReplayRequest request, List<ReplayItem> items) {
      this.request = request;
      this.items = items;
    }
  }

  @Override
  public Requested requestReplay(NewRequest wanted) {
    Instant now = rows.now();
    ReplayLogic.Frozen frozen = freeze(wanted, now);
    if (frozen.rows().isEmpty()) {
      return new Requested(null, false, frozen.leftOut());
    }
    OperatorAction action = wanted.action();
    ReplayRequest request =
        new ReplayRequest(
            wanted.tenant(),
            wanted.id(),
            State.REQUESTED,
            action.actor(),
            action.reason(),
            wanted.selection().describe(),
            wanted.twoPeople(),
            frozen.rows().size(),
            SelectionHash.of(wanted.tenant(), frozen.rows()),
            now,
            null,
            null,
            null,
            1);
    List<ReplayItem> items = new ArrayList<>();
    frozen.rows().forEach(row -> items.add(new ReplayItem(items.size(), row, null, null)));
    requests.put(new Id(wanted.tenant(), wanted.id()), new Kept(request, items));
    tell(request, "REPLAY_REQUEST", action.actor(), request.selection(), now);
    return new Requested(request, frozen.hasMore(), frozen.leftOut());
  }

  private ReplayLogic.Frozen freeze(NewRequest wanted, Instant now) {
    if (wanted.selection() instanceof ReplaySelection.Rows named) {
      Map<ConsumptionKey, RowSummary> found = new HashMap<>();
      named.rows().stream()
          .map(row -> rows.find(row.key()))
          .filter(Objects::nonNull)
          .forEach(row -> found.put(row.key, row.summary(now)));
      return ReplayLogic.freeze(wanted.tenant(), named, found, wanted.limit());
    }
    RowFilter filter = ((ReplaySelection.Matching) wanted.selection()).filter();
    List<RowVersion> all =
        rows.of(wanted.tenant(), filter.handlerId())
            .filter(row -> MemoryInspection.matches(filter, row))
            .sorted(Rows.BY_RECEIVED)
            .limit(wanted.limit() + 1L)
            .map(row -> new RowVersion(row.key, row.rowVersion))
            .toList();
    boolean hasMore = all.size() > wanted.limit();
    return new ReplayLogic.Frozen(
        hasMore ? all.subList(0, wanted.limit()) : all, List.of(), hasMore);
  }

  @Override
  public RequestResult decideReplay(Tenant tenant, UUID requestId, Decision decision) {
    Kept kept = requests.get(new Id(tenant, requestId));
    if (kept == null) {
      return new RequestResult.Refused(Reason.NOT_FOUND, null);
    }
    Reason objection = objection(kept, decision);
    if (objection != null) {
      return new RequestResult.Refused(objection, kept.request);
    }
    Instant now = rows.now();
    String actor = decision.action().actor();
    kept.request = moved(kept.request, decision.verdict().to(), actor, now);
    tell(
        kept.request, "REPLAY_" + decision.verdict(), actor, decision.action().reason(), null, now);
    return new RequestResult.Done(kept.request);
  }

  private static Reason objection(Kept kept, Decision decision) {
    ReplayRequest request = kept.request;
    if (!decision.verdict().startsFrom(request.state())) {
      return Reason.WRONG_STATE;
    }
    if (decision.verdict() != Verdict.APPROVE) {
      return null;
    }
    if ((request.twoPeople() || decision.twoPeople())
        && ReplayApproval.isSamePerson(request.requester(), decision.action().actor())) {
      return Reason.SAME_PERSON;
    }
    return request.hash().equals(decision.selection()) ? null : Reason.OTHER_SELECTION;
  }

  private static ReplayRequest moved(ReplayRequest from, State to, String actor, Instant now) {
    boolean isFirst = from.decidedBy() == null;
    return new ReplayRequest(
        from.tenant(),
        from.id(),
        to,
        from.requester(),
        from.reason(),
        from.selection(),
        from.twoPeople(),
        from.count(),
        from.hash(),
        from.requestedAt(),
        isFirst ? actor : from.decidedBy(),
        isFirst ? now : from.decidedAt(),
        to == State.APPROVED ? null : now,
        from.version() + 1);
  }

  @Override
  public RequestResult beginReplay(Tenant tenant, UUID requestId, Run run) {
    Kept kept = requests.get(new Id(tenant, requestId));
    if (kept == null) {
      return new RequestResult.Refused(Reason.NOT_FOUND, null);
    }
    State state = kept.request.state();
    if (state != State.APPROVED && !(run.isDry() && state == State.REQUESTED)) {
      return new RequestResult.Refused(Reason.WRONG_STATE, kept.request);
    }
    String action = run.isDry() ? "REPLAY_DRY_RUN" : "REPLAY_RUN";
    tell(kept.request, action, run.operator(), run.detail(), rows.now());
    return new RequestResult.Done(kept.request);
  }

  @Override
  public Optional<ItemResult> replayItem(
      Tenant tenant, UUID requestId, int position, String operator) {
    Kept kept = approved(tenant, requestId, position);
    if (kept == null) {
      return Optional.empty();
    }
    ReplayItem item = kept.items.get(position);
    if (!item.isOpen()) {
      return Optional.of(new ItemResult(item, null));
    }
    TransitionResult result =
        operators.authorizeReplay(
            item.row().key(), item.row().version(), ReplayLogic.approval(kept.request, operator));
    ReplayItem judged = ReplayLogic.judge(item, result);
    if (judged.outcome() == ReplayOutcome.BLOCKED) {
      return Optional.of(
          new ItemResult(judged, ((TransitionResult.Refused) result).actual().order()));
    }
    write(kept, judged, operator);
    return Optional.of(new ItemResult(judged, null));
  }

  @Override
  public Optional<ReplayItem> recordReplayItem(
      Tenant tenant, UUID requestId, ReplayItem item, String operator) {
    Kept kept = approved(tenant, requestId, item.position());
    if (kept == null) {
      return Optional.empty();
    }
    if (kept.items.get(item.position()).isOpen()) {
      write(kept, item, operator);
    }
    return Optional.of(kept.items.get(item.position()));
  }

  private Kept approved(Tenant tenant, UUID requestId, int position) {
    Kept kept = requests.get(new Id(tenant, requestId));
    return kept == null
            || kept.request.state() != State.APPROVED
            || position < 0
            || position >= kept.items.size()
        ? null
        : kept;
  }

  private void write(Kept kept, ReplayItem item, String operator) {
    ReplayItem now = kept.items.get(item.position()).with(item.outcome(), item.detail());
    kept.items.set(item.position(), now);
    if (item.outcome() != ReplayOutcome.SCHEDULED) {
      ReplayRequest request = kept.request;
      audit.append(
          now.row().key(),
          new AuditEntry(
              "REPLAY_ITEM",
              operator,
              null,
              request.reason(),
              ReplayLogic.context(request, now),
              rows.now()));
    }
  }

  @Override
  public RequestResult endReplay(Tenant tenant, UUID requestId, Run run) {
    Kept kept = requests.get(new Id(tenant, requestId));
    if (kept == null) {
      return new RequestResult.Refused(Reason.NOT_FOUND, null);
    }
    if (kept.request.state() != State.APPROVED) {
      return new RequestResult.Refused(Reason.WRONG_STATE, kept.request);
    }
    Instant now = rows.now();
    if (kept.items.stream().noneMatch(ReplayItem::isOpen)) {
      kept.request = moved(kept.request, State.FINISHED, run.operator(), now);
    }
    tell(kept.request, "REPLAY_END", run.operator(), run.detail(), now);
    return new RequestResult.Done(kept.request);
  }

  @Override
  public Optional<ReplayRequest> replayRequest(Tenant tenant, UUID requestId) {
    return Optional.ofNullable(requests.get(new Id(tenant, requestId))).map(kept -> kept.request);
  }

  @Override
  public List<ReplayRequest> replayRequests(Tenant tenant, RequestPosition after, int limit) {
    Objects.requireNonNull(tenant, "tenant");
    return requests.values().stream()
        .map(kept -> kept.request)
        .filter(request -> request.tenant().equals(tenant) && follows(request, after))
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .toList();
  }

  private static boolean follows(ReplayRequest request, RequestPosition after) {
    if (after == null) {
      return true;
    }
    int time = request.requestedAt().compareTo(after.requestedAt());
    return time < 0 || (time == 0 && request.id().compareTo(after.id()) < 0);
  }

  PurgedAside purge(Tenant tenant, Instant before, int limit) {
    List<ReplayRequest> old =
        requests.values().stream()
            .map(kept -> kept.request)
            .filter(
                request ->
                    request.tenant().equals(tenant)
                        && request.finishedAt() != null
                        && request.finishedAt().isBefore(before))
            .sorted(Comparator.comparing(ReplayRequest::finishedAt))
            .limit(limit)
            .toList();
    old.forEach(request -> requests.remove(new Id(tenant, request.id())));
    return new PurgedAside(old.size(), old.size() == limit);
  }

  @Override
  public Progress replayProgress(Tenant tenant, UUID requestId) {
    Map<ReplayOutcome, Integer> outcomes = new EnumMap<>(ReplayOutcome.class);
    items(tenant, requestId, 0)
        .filter(item -> item.outcome() != null)
        .forEach(item -> outcomes.merge(item.outcome(), 1, Integer::sum));
    int tried = outcomes.values().stream().mapToInt(Integer::intValue).sum();
    return new Progress((int) items(tenant, requestId, 0).count() - tried, outcomes);
  }

  @Override
  public List<ReplayItem> replayItems(
      Tenant tenant, UUID requestId, Which which, int from, int limit) {
    Predicate<ReplayItem> wanted =
        switch (which) {
          case ALL -> item -> true;
          case OPEN -> ReplayItem::isOpen;
          case IN_FLIGHT -> this::isInFlight;
        };
    return items(tenant, requestId, from).filter(wanted).limit(limit).toList();
  }

  private Stream<ReplayItem> items(Tenant tenant, UUID requestId, int from) {
    Kept kept = requests.get(new Id(tenant, requestId));
    return kept == null
        ? Stream.empty()
        : kept.items.stream().filter(item -> item.position() >= from);
  }

  private boolean isInFlight(ReplayItem item) {
    MemoryRow row = rows.find(item.row().key());
    return item.outcome() == ReplayOutcome.SCHEDULED
        && row != null
        && (row.state == ConsumptionState.PROCESSING
            || row.state == ConsumptionState.RETRY_SCHEDULED);
  }

  @Override
  public List<ReplayItem> previewReplay(Tenant tenant, UUID requestId, int from, int limit) {
    return items(tenant, requestId, from)
        .filter(ReplayItem::isOpen)
        .limit(limit)
        .map(this::preview)
        .toList();
  }

  private ReplayItem preview(ReplayItem item) {
    MemoryRow row = rows.find(item.row().key());
    return row == null
        ? ReplayLogic.judge(item, null, 0, null, false)
        : ReplayLogic.judge(
            item, row.state, row.rowVersion, row.payloadState(), rows.order().hasEarlier(row));
  }

  private void tell(ReplayRequest request, String action, String actor, String how, Instant now) {
    tell(request, action, actor, request.reason(), how, now);
  }

  private void tell(
      ReplayRequest request, String action, String actor, String reason, String how, Instant now) {
    String detail = ReplayLogic.context(request) + (how == null ? "" : "; " + how);
    audit.append(request.tenant(), new AuditEntry(action, actor, null, reason, detail, now));
  }
}
