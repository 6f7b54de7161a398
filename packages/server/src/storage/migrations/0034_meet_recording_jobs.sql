-- Recordings of meets that go on, or are on their way to become pages. Their tracks lie in a folder of the same id.

CREATE TABLE meet_recording_jobs (
  binder_id     text    NOT NULL,
  meet_id       bigint  NOT NULL,
  id            text    NOT NULL,
  -- Who began it.
  user_id       text    NOT NULL REFERENCES users (id),
  state         text    NOT NULL CHECK (state IN ('recording', 'composing', 'failed')),
  started_at    bigint  NOT NULL,
  ended_at      bigint,
  -- Of composing the part that is done.
  progress      real    NOT NULL DEFAULT 0,
  problem       text,
  attempts      integer NOT NULL DEFAULT 0,
  -- Until then it is the business of the process that records, or composes.
  claimed_until bigint  NOT NULL,
  updated_at    bigint  NOT NULL,
  PRIMARY KEY (binder_id, meet_id, id),
  FOREIGN KEY (binder_id, meet_id) REFERENCES meets (binder_id, id)
);
CREATE UNIQUE INDEX meet_recording_jobs_one ON meet_recording_jobs (binder_id, meet_id) WHERE state = 'recording';
CREATE INDEX meet_recording_jobs_waiting ON meet_recording_jobs (claimed_until) WHERE state <> 'failed';
CREATE INDEX meet_recording_jobs_failed ON meet_recording_jobs (updated_at) WHERE state = 'failed';
