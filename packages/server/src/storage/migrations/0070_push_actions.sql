-- needs: 0000
-- What the buttons of the last push to a device may do, with one token. Only the hash of the token is stored.
ALTER TABLE push_queue
  ADD COLUMN action_hash  bytea UNIQUE,
  -- {user_id, transaction_id, step_id, button_ids} or {user_id, message_id, thread_only}
  ADD COLUMN action       jsonb,
  ADD COLUMN action_until bigint;
