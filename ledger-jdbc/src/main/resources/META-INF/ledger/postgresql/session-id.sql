-- Tells one database session from another.
-- Parameters: none.
-- Rows: one, the id.
SELECT pg_backend_pid() AS session_id
