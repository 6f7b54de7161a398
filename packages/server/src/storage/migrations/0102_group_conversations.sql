-- needs: 0000
-- The binder of the direct messages of three or more people. The row is also the lock under which the binder is made.
CREATE TABLE group_conversations (
  -- In ascending order.
  user_ids  text[] PRIMARY KEY,
  binder_id text
);
