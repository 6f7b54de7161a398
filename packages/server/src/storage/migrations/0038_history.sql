-- History (docs/decisions/history.md): rows of a binder as they were before a change, kept by the statement that changes
-- them. A row that is not here has not changed since, so nothing is kept of what is as it was made.
CREATE TABLE versions (
  binder_id text   NOT NULL,
  -- The table of the row, and its key there as text.
  entity    text   NOT NULL,
  id        text   NOT NULL,
  -- The row was so before this entry of the log. Null as state: there was no such row.
  until_seq bigint NOT NULL,
  state     jsonb,
  PRIMARY KEY (binder_id, entity, id, until_seq)
);

-- From where on the history of binders is known that are older than this table; of all others from the beginning.
CREATE TABLE version_starts (
  binder_id text   PRIMARY KEY,
  seq       bigint NOT NULL
);
INSERT INTO version_starts (binder_id, seq) SELECT id, seq FROM binders;
