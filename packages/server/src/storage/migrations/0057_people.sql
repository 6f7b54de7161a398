-- What people show of themselves: title, working hours in their time zone, and a status.
ALTER TABLE users
  ADD COLUMN title text NOT NULL DEFAULT '',
  -- {days, from, to}
  ADD COLUMN working_hours jsonb,
  -- {text, emoji, availability}; null for none
  ADD COLUMN status jsonb,
  -- A status is not shown from then on. Null: until the person changes it.
  ADD COLUMN status_until bigint;
