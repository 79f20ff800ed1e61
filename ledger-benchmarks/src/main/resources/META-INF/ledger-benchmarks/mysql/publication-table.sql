CREATE TABLE publication (
  id binary(16) PRIMARY KEY,
  listener_id varchar(512) NOT NULL,
  event_type varchar(512) NOT NULL,
  serialized_event varchar(4000) NOT NULL,
  publication_date datetime(6) NOT NULL,
  completion_date datetime(6),
  KEY publication_completion (completion_date))
