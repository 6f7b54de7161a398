-- People who have left a binder or come back to it, or whose account was disabled or enabled again: their open steps and to-dos
-- have still to be looked at (docs/decisions/assignees.md). A row goes once that is done.
CREATE TABLE departures (
  -- Empty: all binders, in the order of their ids.
  binder_id      text   NOT NULL,
  user_id        text   NOT NULL REFERENCES users (id),
  -- Who did it, and when.
  actor_id       text   NOT NULL,
  requested_at   bigint NOT NULL,
  last_binder_id text   NOT NULL DEFAULT '',
  PRIMARY KEY (binder_id, user_id)
);

-- What waits for a person, in whatever binder.
CREATE INDEX transaction_steps_open ON transaction_steps (assignee_id, binder_id) WHERE completed_at IS NULL;
CREATE INDEX todos_open ON todos (assignee_id, binder_id) WHERE completed_at IS NULL AND deleted_at IS NULL;
