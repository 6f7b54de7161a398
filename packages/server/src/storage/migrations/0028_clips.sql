-- Recordings that were handed over to become pages. Their bytes are the partial file of the upload that each was.

CREATE TABLE clips (
  binder_id     text    NOT NULL,
  -- That of the upload.
  id            text    NOT NULL,
  user_id       text    NOT NULL,
  name          text    NOT NULL,
  -- Bytes of the partial file that count.
  size          bigint  NOT NULL,
  -- The part to keep, in milliseconds; an end of null is the recording’s.
  part_start    integer NOT NULL,
  part_end      integer,
  -- Whoever works on it has claimed it until then, and moves that on.
  attempts      integer NOT NULL DEFAULT 0,
  claimed_until bigint  NOT NULL DEFAULT 0,
  created_at    bigint  NOT NULL,
  updated_at    bigint  NOT NULL,
  -- Set together, once, in the transaction that makes the page.
  page_id       bigint,
  file_id       text,
  kept_start    integer,
  kept_end      integer,
  -- {code, message, errors}: why it becomes no page.
  refusal       jsonb,
  PRIMARY KEY (binder_id, id)
);
CREATE INDEX clips_open ON clips (created_at) WHERE page_id IS NULL AND refusal IS NULL;
CREATE INDEX clips_partial ON clips (id);
