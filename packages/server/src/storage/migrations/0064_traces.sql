-- The trace context (W3C traceparent) of the call that appended an entry, only of sampled traces, for a day. Deliveries follow
-- the log, in another process or after a restart.
CREATE TABLE log_traces (
  binder_id   text   NOT NULL,
  seq         bigint NOT NULL,
  traceparent text   NOT NULL,
  created_at  bigint NOT NULL,
  PRIMARY KEY (binder_id, seq)
);
CREATE INDEX log_traces_by_age ON log_traces (created_at);
-- Of the call that caused the event; null if it was not sampled.
ALTER TABLE bot_events ADD COLUMN traceparent text;
