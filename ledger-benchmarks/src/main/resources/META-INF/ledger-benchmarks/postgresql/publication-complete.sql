-- Parameters: id.
UPDATE publication SET completion_date = clock_timestamp() WHERE id = ?
