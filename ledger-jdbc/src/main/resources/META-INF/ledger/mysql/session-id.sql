-- Tells one database session from another.
-- Parameters: none.
-- Rows: one, the id.
SELECT CONNECTION_ID() AS session_id
