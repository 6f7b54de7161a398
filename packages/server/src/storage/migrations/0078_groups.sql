-- needs: 0000
-- Groups of people of an org, who answer steps.
CREATE TABLE person_groups (
  id         text   PRIMARY KEY,
  org_id     text   NOT NULL REFERENCES orgs (id),
  name       text   NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- Milliseconds. The row remains, because answered steps show the name.
  deleted_at bigint
);
CREATE UNIQUE INDEX person_groups_by_name ON person_groups (org_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE person_group_members (
  group_id text NOT NULL REFERENCES person_groups (id),
  user_id  text NOT NULL REFERENCES users (id),
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX person_group_members_by_user ON person_group_members (user_id);

-- Groups whose members or name changed: a job announces this in the binders with open steps of the group.
CREATE TABLE person_group_changes (
  group_id       text   PRIMARY KEY,
  actor_id       text   NOT NULL,
  requested_at   bigint NOT NULL,
  -- Binders up to this one are done.
  last_binder_id text   NOT NULL DEFAULT ''
);

-- Null for a step without groups. `assignee_ids` has the people who are named, and is empty without any: earlier
-- releases then accept no press.
ALTER TABLE transaction_steps ADD COLUMN group_ids text[];
CREATE INDEX transaction_steps_open_of_groups ON transaction_steps USING gin (group_ids)
  WITH (fastupdate = off)
  WHERE completed_at IS NULL AND group_ids IS NOT NULL;
