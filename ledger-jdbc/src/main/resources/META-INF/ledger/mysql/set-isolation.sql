-- The isolation of one transaction of the store's own; sent first in it, so nothing has to be restored.
-- Parameters: none.
-- Rows: none.
SET TRANSACTION ISOLATION LEVEL READ COMMITTED
