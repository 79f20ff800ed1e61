package io.consumptionledger.conformance;

import io.consumptionledger.conformance.rules.AdmitRules;
import io.consumptionledger.conformance.rules.AnomalyRules;
import io.consumptionledger.conformance.rules.AuditRules;
import io.consumptionledger.conformance.rules.AuthorizeReplayRules;
import io.consumptionledger.conformance.rules.BatchRules;
import io.consumptionledger.conformance.rules.BlockedRules;
import io.consumptionledger.conformance.rules.BrokerPositionRules;
import io.consumptionledger.conformance.rules.BuryRules;
import io.consumptionledger.conformance.rules.ClaimDueRules;
import io.consumptionledger.conformance.rules.ClaimRules;
import io.consumptionledger.conformance.rules.ClockRules;
import io.consumptionledger.conformance.rules.ClosingRules;
import io.consumptionledger.conformance.rules.ColumnRules;
import io.consumptionledger.conformance.rules.ContentRules;
import io.consumptionledger.conformance.rules.DeadLetterOrphanRules;
import io.consumptionledger.conformance.rules.DeadLetterRules;
import io.consumptionledger.conformance.rules.DeferRules;
import io.consumptionledger.conformance.rules.DiscardRules;
import io.consumptionledger.conformance.rules.DueQueueRules;
import io.consumptionledger.conformance.rules.ErrorKindRules;
import io.consumptionledger.conformance.rules.ExpireRules;
import io.consumptionledger.conformance.rules.FailureTextRules;
import io.consumptionledger.conformance.rules.FencingRules;
import io.consumptionledger.conformance.rules.FollowerRules;
import io.consumptionledger.conformance.rules.GateRaceRules;
import io.consumptionledger.conformance.rules.GateRules;
import io.consumptionledger.conformance.rules.HeartbeatRaceRules;
import io.consumptionledger.conformance.rules.HeartbeatRules;
import io.consumptionledger.conformance.rules.IdentityRules;
import io.consumptionledger.conformance.rules.InFlightRules;
import io.consumptionledger.conformance.rules.InspectRules;
import io.consumptionledger.conformance.rules.JoinedOrderRules;
import io.consumptionledger.conformance.rules.JoinedTransactionRules;
import io.consumptionledger.conformance.rules.LookRules;
import io.consumptionledger.conformance.rules.NodeRules;
import io.consumptionledger.conformance.rules.OrderRules;
import io.consumptionledger.conformance.rules.PageRules;
import io.consumptionledger.conformance.rules.ParkRules;
import io.consumptionledger.conformance.rules.PauseRules;
import io.consumptionledger.conformance.rules.PurgeAsideRules;
import io.consumptionledger.conformance.rules.PurgeRowsRules;
import io.consumptionledger.conformance.rules.PurgeRules;
import io.consumptionledger.conformance.rules.QuarantineRules;
import io.consumptionledger.conformance.rules.QuarantineServiceRules;
import io.consumptionledger.conformance.rules.RaceRules;
import io.consumptionledger.conformance.rules.RandomWalkRules;
import io.consumptionledger.conformance.rules.ReadRules;
import io.consumptionledger.conformance.rules.RecordRules;
import io.consumptionledger.conformance.rules.RecoverRules;
import io.consumptionledger.conformance.rules.RefusedRules;
import io.consumptionledger.conformance.rules.ReleaseRules;
import io.consumptionledger.conformance.rules.RenewRules;
import io.consumptionledger.conformance.rules.ReplayAuditRules;
import io.consumptionledger.conformance.rules.ReplayItemRules;
import io.consumptionledger.conformance.rules.ReplayRaceRules;
import io.consumptionledger.conformance.rules.ReplayRequestRules;
import io.consumptionledger.conformance.rules.ReplayRunRules;
import io.consumptionledger.conformance.rules.ResolveRules;
import io.consumptionledger.conformance.rules.RetentionRules;
import io.consumptionledger.conformance.rules.ScheduleRetryRules;
import io.consumptionledger.conformance.rules.SingleTransactionRules;
import io.consumptionledger.conformance.rules.StatusRules;
import io.consumptionledger.conformance.rules.SucceedRules;
import io.consumptionledger.conformance.rules.TakeOverRules;
import io.consumptionledger.conformance.rules.TenantListRules;
import io.consumptionledger.conformance.rules.TenantRules;
import io.consumptionledger.conformance.rules.TransactionalRules;
import io.consumptionledger.conformance.rules.TurnRules;

/** All rules. Implement it, supply the fixture, and run the class as a test. */
public interface LedgerConformance
    extends AdmitRules,
        AnomalyRules,
        AuditRules,
        AuthorizeReplayRules,
        BatchRules,
        BlockedRules,
        BrokerPositionRules,
        BuryRules,
        ClaimDueRules,
        ClaimRules,
        ClockRules,
        ClosingRules,
        ColumnRules,
        ContentRules,
        DeadLetterOrphanRules,
        DeadLetterRules,
        DeferRules,
        DiscardRules,
        DueQueueRules,
        ErrorKindRules,
        ExpireRules,
        FailureTextRules,
        FencingRules,
        FollowerRules,
        GateRaceRules,
        GateRules,
        HeartbeatRaceRules,
        HeartbeatRules,
        IdentityRules,
        InFlightRules,
        InspectRules,
        JoinedOrderRules,
        JoinedTransactionRules,
        LookRules,
        NodeRules,
        OrderRules,
        PageRules,
        ParkRules,
        PauseRules,
        PurgeAsideRules,
        PurgeRowsRules,
        PurgeRules,
        QuarantineRules,
        QuarantineServiceRules,
        RaceRules,
        RandomWalkRules,
        ReadRules,
        RecordRules,
        RecoverRules,
        RefusedRules,
        ReleaseRules,
        RenewRules,
        ReplayAuditRules,
        ReplayItemRules,
        ReplayRaceRules,
        ReplayRequestRules,
        ReplayRunRules,
        ResolveRules,
        RetentionRules,
        ScheduleRetryRules,
        SingleTransactionRules,
        StatusRules,
        SucceedRules,
        TakeOverRules,
        TenantListRules,
        TenantRules,
        TransactionalRules,
        TurnRules {}
