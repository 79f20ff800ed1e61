-- Makes every stored instant that much older, except those that came with messages.
-- Parameters: micros (microseconds).
UPDATE event_consumption SET
  lease_expires_at = lease_expires_at - INTERVAL :micros MICROSECOND,
  next_attempt_at = next_attempt_at - INTERVAL :micros MICROSECOND,
  held_since = held_since - INTERVAL :micros MICROSECOND,
  dead_at = dead_at - INTERVAL :micros MICROSECOND,
  received_at = received_at - INTERVAL :micros MICROSECOND,
  updated_at = updated_at - INTERVAL :micros MICROSECOND;
UPDATE consumption_aggregate_leases SET
  updated_at = updated_at - INTERVAL :micros MICROSECOND;
UPDATE consumption_audit SET
  at_time = at_time - INTERVAL :micros MICROSECOND;
UPDATE consumption_anomalies SET
  seen_at = seen_at - INTERVAL :micros MICROSECOND;
UPDATE raw_message_quarantine SET
  received_at = received_at - INTERVAL :micros MICROSECOND,
  resolved_at = resolved_at - INTERVAL :micros MICROSECOND;
UPDATE consumption_nodes SET
  started_at = started_at - INTERVAL :micros MICROSECOND,
  renewed_at = renewed_at - INTERVAL :micros MICROSECOND,
  stopped_at = stopped_at - INTERVAL :micros MICROSECOND;
UPDATE consumption_handler_control SET
  changed_at = changed_at - INTERVAL :micros MICROSECOND,
  resumes_at = resumes_at - INTERVAL :micros MICROSECOND;
UPDATE consumption_replay_requests SET
  requested_at = requested_at - INTERVAL :micros MICROSECOND,
  decided_at = decided_at - INTERVAL :micros MICROSECOND,
  finished_at = finished_at - INTERVAL :micros MICROSECOND;
