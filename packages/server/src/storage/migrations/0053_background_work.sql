-- What each process last reported of its log consumers and periodic jobs, for the console (docs/decisions/jobs.md).
CREATE TABLE background_work (
  name               text   NOT NULL,
  process_id         text   NOT NULL,
  kind               text   NOT NULL CHECK (kind IN ('consumer', 'job')),
  -- By the database's clock: a process that has stopped no longer reports.
  reported_at        bigint NOT NULL,
  -- The other times are those of the process's machine, milliseconds since 1970.
  last_run_at        bigint,
  last_run_ms        integer,
  next_run_at        bigint,
  is_failing         boolean NOT NULL,
  -- {time, message, binder_id}
  last_error         jsonb,
  -- Of consumers: the backlog at their last look, and the entries that they read in a minute.
  looked_at          bigint,
  backlog_entries    bigint,
  backlog_since      bigint,
  entries_per_minute integer,
  PRIMARY KEY (name, process_id)
) WITH (fillfactor = 50);
