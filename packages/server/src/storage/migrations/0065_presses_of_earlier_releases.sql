-- During a rolling upgrade, processes of an earlier release know only the first assignee. The constraint refuses their
-- press in a step with several, which would complete it alone. New rows only: the others were written by this release.
ALTER TABLE transaction_steps ADD CONSTRAINT transaction_steps_press_is_kept
  CHECK (assignee_ids IS NULL OR completed_at IS NULL OR presses ? assignee_id) NOT VALID;
