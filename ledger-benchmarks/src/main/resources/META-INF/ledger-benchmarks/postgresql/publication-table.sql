CREATE TABLE publication (
  id uuid PRIMARY KEY,
  listener_id text NOT NULL,
  event_type text NOT NULL,
  serialized_event text NOT NULL,
  publication_date timestamptz NOT NULL,
  completion_date timestamptz);
CREATE INDEX publication_event ON publication USING hash (serialized_event);
CREATE INDEX publication_completion ON publication (completion_date)
