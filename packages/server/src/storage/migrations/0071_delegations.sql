-- needs: 0000
-- People who answer steps for others for a time.
CREATE TABLE delegations (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose steps the delegate may answer. Both are of one org.
  user_id     text   NOT NULL REFERENCES users (id),
  delegate_id text   NOT NULL REFERENCES users (id),
  -- Milliseconds. It runs from `starts_at` until just before `ends_at`.
  starts_at   bigint NOT NULL,
  ends_at     bigint NOT NULL,
  -- The person or an admin.
  created_by  text   NOT NULL,
  created_at  bigint NOT NULL,
  CHECK (user_id <> delegate_id AND starts_at < ends_at)
);
CREATE INDEX delegations_by_user ON delegations (user_id, ends_at);
CREATE INDEX delegations_by_delegate ON delegations (delegate_id, ends_at);

-- An object {id of the assignee: id of the delegate who pressed}. Null if all assignees pressed themselves.
ALTER TABLE transaction_steps ADD COLUMN delegates jsonb;

-- The person begins or ends a delegation: clients reload the open steps.
ALTER TABLE departures ADD COLUMN is_absence boolean NOT NULL DEFAULT false;
