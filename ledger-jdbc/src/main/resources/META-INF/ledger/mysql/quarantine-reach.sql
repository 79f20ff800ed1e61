-- How far back a number of quarantined messages go, so that what is asked of them afterwards looks at no more of them.
-- Parameters: tenantId, from and before (microseconds since 1970), reach (how many messages).
-- Rows: one, when the first message beyond them came (microseconds since 1970); none if there are not so many.
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', received_at) AS received_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
  AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND received_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
ORDER BY received_at DESC
LIMIT 1 OFFSET :reach
