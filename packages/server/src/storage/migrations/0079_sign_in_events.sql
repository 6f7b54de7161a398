-- needs: 0000
-- Sign-ins, sign-outs and token grants that the receiver of AUDIT_STREAM does not have yet. Without it, the table is empty.
CREATE TABLE sign_in_events (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action      text NOT NULL,
  method      text NOT NULL,
  user_id     text,
  client_id   text,
  address     text NOT NULL,
  reason      text,
  is_alarming boolean NOT NULL,
  -- Equal events of a short time are one row. Milliseconds since 1970.
  number      bigint NOT NULL,
  first_at    bigint NOT NULL,
  last_at     bigint NOT NULL,
  -- The lease of the process that sends it, by the database's clock.
  taken_until bigint NOT NULL DEFAULT 0
);
