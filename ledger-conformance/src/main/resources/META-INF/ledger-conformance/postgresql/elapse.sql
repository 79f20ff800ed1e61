-- Makes every stored instant that much older, except those that came with messages.
-- Parameters: micros (microseconds).
UPDATE event_consumption SET
  lease_expires_at = lease_expires_at - :micros * interval '1 microsecond',
  next_attempt_at = next_attempt_at - :micros * interval '1 microsecond',
  held_since = held_since - :micros * interval '1 microsecond',
  dead_at = dead_at - :micros * interval '1 microsecond',
  received_at = received_at - :micros * interval '1 microsecond',
  updated_at = updated_at - :micros * interval '1 microsecond';
UPDATE consumption_aggregate_leases SET
  updated_at = updated_at - :micros * interval '1 microsecond';
UPDATE consumption_audit SET
  at_time = at_time - :micros * interval '1 microsecond';
UPDATE consumption_anomalies SET
  seen_at = seen_at - :micros * interval '1 microsecond';
UPDATE raw_message_quarantine SET
  received_at = received_at - :micros * interval '1 microsecond',
  resolved_at = resolved_at - :micros * interval '1 microsecond';
UPDATE consumption_nodes SET
  started_at = started_at - :micros * interval '1 microsecond',
  renewed_at = renewed_at - :micros * interval '1 microsecond',
  stopped_at = stopped_at - :micros * interval '1 microsecond';
UPDATE consumption_handler_control SET
  changed_at = changed_at - :micros * interval '1 microsecond',
  resumes_at = resumes_at - :micros * interval '1 microsecond';
UPDATE consumption_replay_requests SET
  requested_at = requested_at - :micros * interval '1 microsecond',
  decided_at = decided_at - :micros * interval '1 microsecond',
  finished_at = finished_at - :micros * interval '1 microsecond';
