-- needs: 0000
-- Users whose change the logs of clients may not contain yet. The statement that changes a user adds a row.
CREATE TABLE user_changes (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE
);

ALTER TABLE client_logs
  -- When all users were last compared with the log. Milliseconds since 1970.
  ADD COLUMN users_compared_at bigint NOT NULL DEFAULT 0,
  -- The previous secret, which signs until then, too.
  ADD COLUMN old_secret_sealed bytea,
  ADD COLUMN old_secret_until  bigint;

-- The last sequence of a deleted log. A new log continues after it.
ALTER TABLE clients ADD COLUMN events_sequence bigint NOT NULL DEFAULT 0;
