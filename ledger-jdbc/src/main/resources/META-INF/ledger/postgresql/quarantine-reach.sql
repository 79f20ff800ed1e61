-- How far back a number of quarantined messages go, so that what is asked of them afterwards looks at no more of them.
-- Parameters: tenantId, from and before (microseconds since 1970), reach (how many messages).
-- Rows: one, when the first message beyond them came (microseconds since 1970); none if there are not so many.
SELECT (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
  AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
ORDER BY received_at DESC
LIMIT 1 OFFSET :reach
