-- Bots: what is configured, where they are installed, and the log of events of each.

ALTER TABLE bots
  ADD COLUMN webhook_url text NOT NULL DEFAULT '',
  -- The kinds of event the bot wants; null for all.
  ADD COLUMN events text[],
  ADD COLUMN picture_url text NOT NULL DEFAULT '',
  ADD COLUMN allow_private_network boolean NOT NULL DEFAULT false,
  -- While a webhook secret is being rotated the old one signs too, until then.
  ADD COLUMN old_webhook_secret_sealed bytea,
  ADD COLUMN old_webhook_secret_until bigint,
  -- The receiver answered 410: nothing is pushed until an admin changes the bot. Pulling goes on.
  ADD COLUMN gone_at bigint;

-- A bot of an org is its user there. last_sequence: of the bot's events, which have no gaps.
ALTER TABLE org_bots ADD COLUMN last_sequence bigint NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX org_bots_by_user ON org_bots (user_id);

-- Up to where the log of a binder has become events of its bots. Made by the change that adds a bot, with the place
-- before it; a binder without bots has no row. Whoever holds the row's lock is alone in reading that log for bots.
CREATE TABLE bot_log_read (
  binder_id text PRIMARY KEY REFERENCES binders (id),
  seq       bigint NOT NULL
) WITH (fillfactor = 70);

-- The bots in a binder as of that place in its log, made of the log's member_added and member_removed.
CREATE TABLE bot_installs (
  binder_id    text NOT NULL REFERENCES binders (id),
  user_id      text NOT NULL REFERENCES users (id),
  installed_at bigint NOT NULL,
  PRIMARY KEY (binder_id, user_id)
);
CREATE INDEX bot_installs_by_user ON bot_installs (user_id);

-- The log of a bot. body: the message exactly as it is sent, compact JSON. binder_id is '' for events of the org.
CREATE TABLE bot_events (
  user_id    text NOT NULL,
  sequence   bigint NOT NULL,
  message_id text NOT NULL UNIQUE,
  binder_id  text NOT NULL,
  kind       text NOT NULL,
  body       text NOT NULL,
  created_at bigint NOT NULL,
  -- pending, delivered or dead (given up; can be replayed).
  state      text NOT NULL DEFAULT 'pending',
  PRIMARY KEY (user_id, sequence)
);
CREATE INDEX bot_events_by_age ON bot_events (created_at);
CREATE INDEX bot_events_pending ON bot_events (user_id, binder_id, sequence) WHERE state = 'pending';

-- What is pushed in order: the events of one bot in one binder. last_sequence: its latest event; done_sequence: all up to
-- it are delivered or given up. lease: who delivers now, and until when nobody else may.
CREATE TABLE bot_lanes (
  user_id       text NOT NULL,
  binder_id     text NOT NULL,
  last_sequence bigint NOT NULL,
  done_sequence bigint NOT NULL DEFAULT 0,
  -- Of the event that is next; it is tried again at due_at.
  failures      integer NOT NULL DEFAULT 0,
  due_at        bigint NOT NULL DEFAULT 0,
  lease         text,
  leased_until  timestamptz,
  PRIMARY KEY (user_id, binder_id)
) WITH (fillfactor = 70);
CREATE INDEX bot_lanes_to_push ON bot_lanes (due_at) WHERE last_sequence > done_sequence;

-- What came of each try to push an event. status: of the answer; reason: why there was none.
CREATE TABLE bot_attempts (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id  text NOT NULL,
  sequence bigint NOT NULL,
  at       bigint NOT NULL,
  ms       integer NOT NULL,
  status   integer,
  reason   text,
  answer   text NOT NULL DEFAULT ''
);
CREATE INDEX bot_attempts_of_event ON bot_attempts (user_id, sequence);
CREATE INDEX bot_attempts_by_time ON bot_attempts (user_id, at);

-- The dead-letter list.
CREATE INDEX bot_events_dead ON bot_events (user_id, sequence) WHERE state = 'dead';
