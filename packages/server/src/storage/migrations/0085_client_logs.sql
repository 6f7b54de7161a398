-- needs: 0000
-- The log of events of a client, for integrators. Its events are rows of bot_events, with the id of the client as user_id.
CREATE TABLE client_logs (
  client_id     text PRIMARY KEY REFERENCES clients (id),
  last_sequence bigint NOT NULL DEFAULT 0,
  -- Entries of binders from this time on become events. Milliseconds since 1970.
  since         bigint NOT NULL,
  -- Empty: the events are only polled.
  url           text NOT NULL DEFAULT '',
  -- Null until the first url.
  secret_sealed bytea,
  -- The receiver answered 410: nothing is pushed until an admin sets the url again.
  gone_at       bigint
) WITH (fillfactor = 70);

-- The state of each user that the log of a client contains, as a digest.
CREATE TABLE client_log_users (
  client_id text NOT NULL REFERENCES client_logs (client_id) ON DELETE CASCADE,
  user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  digest    text NOT NULL,
  PRIMARY KEY (client_id, user_id)
);
