-- Parameters: message.
INSERT INTO inbox (handler_id, message_id, processed_at) VALUES ('bench', ?, UTC_TIMESTAMP(6))
