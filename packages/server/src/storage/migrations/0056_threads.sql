-- The message at the beginning of a chain of replies; null for messages that reply to no message.
ALTER TABLE messages ADD COLUMN thread_id bigint;
-- A reply that is not also sent to the binder.
ALTER TABLE messages ADD COLUMN thread_only boolean NOT NULL DEFAULT false;

WITH RECURSIVE reply AS MATERIALIZED (
  SELECT binder_id, id, (reply_to->'binder'->>'comment_id')::bigint AS parent_id FROM messages WHERE reply_to ? 'binder'
), thread AS (
  SELECT r.binder_id, r.id, r.parent_id AS thread_id FROM reply r
  WHERE NOT EXISTS (SELECT FROM reply parent WHERE parent.binder_id = r.binder_id AND parent.id = r.parent_id)
  UNION ALL
  SELECT r.binder_id, r.id, t.thread_id FROM thread t JOIN reply r ON r.binder_id = t.binder_id AND r.parent_id = t.id
)
UPDATE messages m SET thread_id = t.thread_id FROM thread t WHERE m.binder_id = t.binder_id AND m.id = t.id;

CREATE INDEX messages_of_thread ON messages (binder_id, thread_id, id) WHERE thread_id IS NOT NULL;

-- Who follows a thread. Somebody who stopped following keeps the row, so that a mention does not undo it.
CREATE TABLE thread_followers (
  binder_id    text    NOT NULL REFERENCES binders (id),
  thread_id    bigint  NOT NULL,
  user_id      text    NOT NULL REFERENCES users (id),
  is_following boolean NOT NULL DEFAULT true,
  -- Replies up to this id are read.
  read_id      bigint  NOT NULL DEFAULT 0,
  PRIMARY KEY (binder_id, thread_id, user_id)
);
CREATE INDEX threads_of_follower ON thread_followers (user_id, binder_id, thread_id) WHERE is_following;

-- The people of existing threads follow them, with nothing unread.
INSERT INTO thread_followers (binder_id, thread_id, user_id, read_id)
SELECT r.binder_id, r.thread_id, person.id, (
  SELECT max(id) FROM messages latest WHERE latest.binder_id = r.binder_id AND latest.thread_id = r.thread_id
)
FROM messages r JOIN messages root ON root.binder_id = r.binder_id AND root.id = r.thread_id
CROSS JOIN LATERAL (
  SELECT r.user_id WHERE NOT r.is_feed
  UNION SELECT root.user_id WHERE NOT root.is_feed
  UNION SELECT unnest(r.mentions)
  UNION SELECT unnest(root.mentions)
) AS person (id)
JOIN users u ON u.id = person.id
GROUP BY r.binder_id, r.thread_id, person.id;
