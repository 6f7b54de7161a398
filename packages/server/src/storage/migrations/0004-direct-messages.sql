-- Messages for people: replies in the contract's own shape, messages that nobody edits, and binders of two people.

-- is_feed: the service wrote it to report what someone did, such as the press of a button.
ALTER TABLE messages ADD COLUMN is_feed boolean NOT NULL DEFAULT false;

-- reply_to from here on: {transaction: {id}}, {page: {id, position_comment_id?}}, {file: {id}} or {binder: {comment_id}}.
-- Up to here only presses of buttons wrote it.
UPDATE messages SET is_feed = true, reply_to = jsonb_build_object('transaction', jsonb_build_object('id', reply_to -> 'id'))
  WHERE reply_to ->> 'kind' = 'transaction';

-- The binder of the direct messages of two people. The row is also the lock under which the binder is made; until then
-- it has none.
CREATE TABLE direct_binders (
  user_a    text NOT NULL REFERENCES users (id),
  user_b    text NOT NULL REFERENCES users (id),
  binder_id text REFERENCES binders (id),
  PRIMARY KEY (user_a, user_b),
  CHECK (user_a < user_b COLLATE "C")
);
