CREATE TABLE inbox (
  handler_id varchar(100) NOT NULL,
  message_id varchar(200) NOT NULL,
  processed_at timestamptz NOT NULL,
  PRIMARY KEY (handler_id, message_id))
