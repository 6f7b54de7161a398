-- needs: 0000
-- Sessions that ended because the account was disabled. Their browsers learn the reason, and remove what they stored.
CREATE TABLE ended_sessions (
  hash       bytea PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at bigint NOT NULL
);
CREATE INDEX ended_sessions_by_user ON ended_sessions (user_id);
CREATE INDEX ended_sessions_by_expiry ON ended_sessions (expires_at);
