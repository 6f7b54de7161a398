-- A step that several people answer. The columns are null for a step with one assignee.
ALTER TABLE transaction_steps
  -- In the order of the request. `assignee_id` is the first of them, and in a completed step who completed it.
  ADD COLUMN assignee_ids text[],
  -- The step is completed when so many people pressed the same button.
  ADD COLUMN required integer,
  -- An object {user id: {action, at}}.
  ADD COLUMN presses jsonb,
  -- Order numbers of earlier steps: their pressers may not press this one. Also of steps with one assignee.
  ADD COLUMN distinct_from double precision[],
  ADD COLUMN not_creator boolean;
CREATE INDEX transaction_steps_open_shared ON transaction_steps USING gin (assignee_ids)
  WITH (fastupdate = off)
  WHERE completed_at IS NULL AND assignee_ids IS NOT NULL;

-- People who are notified of the end. Null for none.
ALTER TABLE transactions ADD COLUMN observer_ids text[];
