-- Parameters: message.
INSERT INTO inbox (handler_id, message_id, processed_at) VALUES ('bench', ?, clock_timestamp()) ON CONFLICT DO NOTHING
