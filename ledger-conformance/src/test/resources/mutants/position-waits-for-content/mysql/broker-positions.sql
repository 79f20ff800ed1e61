-- Which offsets of each topic and partition one handler has seen.
-- Parameters: tenantId, handlerId, receivedWithin (microseconds).
-- Rows: topics and partitions with the highest offset, and with the lowest one of a row in PROCESSING without
-- content (NULL for none), in any order.
SELECT topic, partition_no,
  MIN(CASE WHEN status = 'PROCESSING' THEN offset_no END) AS lowest_open,
  MAX(offset_no) AS highest
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at >= UTC_TIMESTAMP(6) - INTERVAL :receivedWithin MICROSECOND
  AND topic IS NOT NULL AND partition_no IS NOT NULL AND offset_no IS NOT NULL
GROUP BY topic, partition_no
