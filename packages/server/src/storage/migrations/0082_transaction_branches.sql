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

-- Runs of a template: one transaction for each of many binders.
CREATE TABLE transaction_runs (
  id               bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id      text    NOT NULL REFERENCES transaction_templates (id),
  template_version integer NOT NULL,
  -- The transactions are created in the name of this person.
  creator_id       text    NOT NULL REFERENCES users (id),
  created_at       bigint  NOT NULL
);
CREATE TABLE transaction_run_items (
  run_id         bigint  NOT NULL REFERENCES transaction_runs (id) ON DELETE CASCADE,
  place          integer NOT NULL,
  -- The id of the binder. The row is of the run, and not of the binder.
  of_binder      text    NOT NULL,
  -- Roles and variables. Null when the item is done.
  input          jsonb,
  done_at        bigint,
  transaction_id bigint,
  -- {code, message, errors}. Null unless the item failed.
  failure        jsonb,
  PRIMARY KEY (run_id, place),
  UNIQUE (run_id, of_binder)
);
CREATE INDEX transaction_run_items_open ON transaction_run_items (run_id, place) WHERE done_at IS NULL;
