-- Parameters: id.
UPDATE publication SET completion_date = UTC_TIMESTAMP(6) WHERE id = ?
