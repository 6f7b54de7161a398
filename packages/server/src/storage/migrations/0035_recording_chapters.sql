-- What a recording needs to find its chapters in the log of its binder: from where to where it went, and what the log has
-- not (who came, who shared).

ALTER TABLE meet_recording_jobs
  ADD COLUMN from_seq bigint NOT NULL DEFAULT 0,
  ADD COLUMN marks jsonb NOT NULL DEFAULT '[]';
ALTER TABLE meet_recordings
  ADD COLUMN from_seq bigint NOT NULL DEFAULT 0,
  ADD COLUMN to_seq bigint NOT NULL DEFAULT 0,
  ADD COLUMN marks jsonb NOT NULL DEFAULT '[]';
CREATE UNIQUE INDEX meet_recordings_by_page ON meet_recordings (binder_id, page_id);
