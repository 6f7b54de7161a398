-- needs: 0000
-- Steps that a button skipped or reopened. A step with completed_at and without clicked_button_id was skipped.
ALTER TABLE transaction_steps
  -- Milliseconds: when a button reopened the step the last time. Its due time counts from then.
  ADD COLUMN reopened_at bigint,
  ADD COLUMN reopenings integer;
-- A skipped step of several people has no press. Presses of earlier releases set clicked_button_id, and stay refused.
ALTER TABLE transaction_steps DROP CONSTRAINT transaction_steps_press_is_kept;
ALTER TABLE transaction_steps ADD CONSTRAINT transaction_steps_press_is_kept
  CHECK (assignee_ids IS NULL OR completed_at IS NULL OR clicked_button_id IS NULL OR presses ? assignee_id) NOT VALID;
-- Null for the default.
ALTER TABLE transactions ADD COLUMN max_reopenings integer;
