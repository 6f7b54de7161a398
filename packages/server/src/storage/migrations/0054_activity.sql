-- Messages that mention a person, or reply to one of theirs. Filled by the log consumer "activity".
CREATE TABLE activity (
  binder_id  text   NOT NULL REFERENCES binders (id),
  message_id bigint NOT NULL,
  user_id    text   NOT NULL REFERENCES users (id),
  kind       text   NOT NULL CHECK (kind IN ('mention', 'reply')),
  created_at bigint NOT NULL,
  PRIMARY KEY (binder_id, message_id, user_id)
);
-- Newest first.
CREATE INDEX activity_of_user ON activity (user_id, (-created_at), binder_id, message_id);
