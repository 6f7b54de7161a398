-- Reactions to messages, pinned messages, and what a member sets for a binder.

-- Who reacted with what, each once with an emoji.
CREATE TABLE message_reactions (
  binder_id  text NOT NULL,
  message_id bigint NOT NULL,
  emoji      text NOT NULL,
  user_id    text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (binder_id, message_id, emoji, user_id)
);

-- reactions: [{emoji, count, users}] of the rows above, as it is shown; null for none. So lists of messages read no other table.
ALTER TABLE messages
  ADD COLUMN reactions jsonb,
  ADD COLUMN pinned_at bigint,
  ADD COLUMN pinned_by text;
CREATE INDEX messages_pinned ON messages (binder_id, pinned_at, id) WHERE pinned_at IS NOT NULL;

ALTER TABLE binder_members
  ADD COLUMN is_favourite boolean NOT NULL DEFAULT false,
  ADD COLUMN is_muted boolean NOT NULL DEFAULT false;
