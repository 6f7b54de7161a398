-- needs: 0000
ALTER TABLE meets
  -- {frequency, timezone, until?}; null if the meet does not repeat.
  ADD COLUMN repeat jsonb,
  -- The start of the first meet with the current `repeat`. The following starts are computed from it.
  ADD COLUMN repeats_from bigint,
  -- When the server looked for the next meet.
  ADD COLUMN repeated_at bigint;
CREATE INDEX meets_to_repeat ON meets (ended_at)
  WHERE repeat IS NOT NULL AND repeated_at IS NULL AND state IN ('SESSION_ENDED', 'SESSION_DELETED');
