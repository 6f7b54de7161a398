-- What the history of a page takes by its drawings (docs/decisions/history.md): each one that is replaced or erased is kept as
-- it was. Those of before are not counted.
ALTER TABLE pages ADD COLUMN history_bytes bigint NOT NULL DEFAULT 0;
