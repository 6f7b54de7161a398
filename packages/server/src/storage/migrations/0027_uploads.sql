-- Uploads that arrive in several requests (tus): how much of each has come. Their bytes lie in the file store, as a partial
-- file of the upload's id.

CREATE TABLE uploads (
  binder_id    text   NOT NULL,
  id           text   NOT NULL,
  user_id      text   NOT NULL,
  name         text   NOT NULL,
  -- Upload-Metadata as it was sent; a HEAD gives it back.
  metadata     text   NOT NULL,
  -- Null: told later.
  length       bigint,
  -- What counts of the partial file. Moved only by a transaction that has this row locked and has written the bytes.
  received     bigint NOT NULL DEFAULT 0,
  -- What it may become at the most.
  reserved     bigint NOT NULL,
  created_at   bigint NOT NULL,
  updated_at   bigint NOT NULL,
  expires_at   bigint NOT NULL,
  -- Set together, once, in the transaction that makes the file.
  file_id      text,
  completed_at bigint,
  -- {code, message, errors}: why what came is no file that is taken.
  refusal      jsonb,
  PRIMARY KEY (binder_id, id)
);
CREATE INDEX uploads_open ON uploads (user_id) WHERE completed_at IS NULL AND refusal IS NULL;
CREATE INDEX uploads_expiry ON uploads (expires_at);
