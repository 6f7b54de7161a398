-- People who are erased (docs/decisions/personal-data.md). What is of them in binders is erased behind the call, binder by
-- binder in the order of their ids; an import of an archive begins it anew.
CREATE TABLE erasures (
  user_id        text    PRIMARY KEY REFERENCES users (id),
  -- Also what they wrote and drew, not their name alone.
  with_content   boolean NOT NULL,
  requested_by   text    NOT NULL,
  requested_at   bigint  NOT NULL,
  -- Up to which binder it is done.
  last_binder_id text    NOT NULL DEFAULT '',
  done_at        bigint
);
CREATE INDEX erasures_open ON erasures (requested_at) WHERE done_at IS NULL;
