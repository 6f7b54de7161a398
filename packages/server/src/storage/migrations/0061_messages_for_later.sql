-- Messages that a person saved for later. They go with the person's membership, and with the message.
CREATE TABLE saved_messages (
  user_id     text   NOT NULL REFERENCES users (id),
  binder_id   text   NOT NULL REFERENCES binders (id),
  message_id  bigint NOT NULL,
  saved_at    bigint NOT NULL,
  -- When the person is reminded; null for no reminder.
  remind_at   bigint,
  -- When the reminder was sent.
  reminded_at bigint,
  PRIMARY KEY (user_id, binder_id, message_id),
  FOREIGN KEY (binder_id, user_id) REFERENCES binder_members (binder_id, user_id) ON DELETE CASCADE
);
CREATE INDEX saved_messages_of_binder ON saved_messages (binder_id, message_id);
CREATE INDEX saved_messages_to_remind ON saved_messages (remind_at) WHERE reminded_at IS NULL AND remind_at IS NOT NULL;

-- Author and time of the original of a forwarded message.
ALTER TABLE messages
  ADD COLUMN forwarded_from text REFERENCES users (id),
  ADD COLUMN forwarded_at   bigint;

-- The message mentioned all members; `mentions` has their ids.
ALTER TABLE messages ADD COLUMN mention_all boolean;
