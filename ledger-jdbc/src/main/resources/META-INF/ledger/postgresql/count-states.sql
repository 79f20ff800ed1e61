-- Counts the rows of a handler that were received lately by state; of those in PROCESSING only what count-held leaves out.
-- Parameters: tenantId, handlerId, from (microseconds since 1970).
-- Rows: states and numbers.
SELECT status, count(*) AS number_of_rows
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND held_since IS NULL
GROUP BY status
