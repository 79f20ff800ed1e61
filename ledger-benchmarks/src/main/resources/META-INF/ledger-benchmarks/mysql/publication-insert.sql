-- Parameters: id, event.
INSERT INTO publication (id, listener_id, event_type, serialized_event, publication_date)
VALUES (?, 'bench', 'OrderPlaced', ?, UTC_TIMESTAMP(6))
