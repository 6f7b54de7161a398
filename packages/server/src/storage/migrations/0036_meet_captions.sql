-- What was said in meets, as the devices of those who spoke have understood it, where a host wished so.
ALTER TABLE meets ADD COLUMN has_captions boolean NOT NULL DEFAULT false;

CREATE TABLE meet_captions (
  binder_id  text    NOT NULL,
  meet_id    bigint  NOT NULL,
  -- The sequence in the binder's log of the entry that tells of it.
  seq        bigint  NOT NULL,
  -- Null for a guest, who has no account.
  user_id    text    REFERENCES users (id),
  name       text    NOT NULL,
  language   text    NOT NULL,
  text       text    NOT NULL,
  -- When it was begun and had been said.
  started_at bigint  NOT NULL,
  ended_at   bigint  NOT NULL,
  words      tsvector NOT NULL GENERATED ALWAYS AS
    (to_tsvector('simple', regexp_replace(text, '[^[:alnum:]]+', ' ', 'g'))) STORED,
  PRIMARY KEY (binder_id, meet_id, seq),
  FOREIGN KEY (binder_id, meet_id) REFERENCES meets (binder_id, id)
);
