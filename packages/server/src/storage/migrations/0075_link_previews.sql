-- needs: 0000
ALTER TABLE orgs ADD COLUMN link_previews boolean NOT NULL DEFAULT false;
-- The preview of the first link: {url, title, …}, or {url} after its removal by the author.
ALTER TABLE messages ADD COLUMN preview jsonb;

-- Messages whose first link may have changed. A row is claimed by moving its due time.
CREATE TABLE link_preview_queue (
  binder_id text NOT NULL REFERENCES binders (id) ON DELETE CASCADE,
  message_id bigint NOT NULL,
  due_at bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (binder_id, message_id)
);
CREATE INDEX link_preview_queue_due ON link_preview_queue (due_at);
