-- needs: 0000
-- Steps that ask for signatures. Both columns are null for other steps.
ALTER TABLE transaction_steps
  -- An array of the places, as in the API.
  ADD COLUMN signature_places jsonb,
  -- An object {id of the assignee: {id of the place: {text or strokes, sha256, file_id, page_index}}}. `file_id` is the
  -- file without signatures.
  ADD COLUMN signatures jsonb;

ALTER TABLE files
  -- The file without signatures of which this version was made.
  ADD COLUMN signed_file_id text,
  -- The ids of the steps whose signatures it shows.
  ADD COLUMN signed_steps jsonb;
CREATE INDEX files_signed ON files (binder_id, signed_file_id) WHERE signed_file_id IS NOT NULL;

-- Files without signatures whose latest signatures are not yet in a version.
CREATE TABLE signature_jobs (
  binder_id text    NOT NULL REFERENCES binders (id),
  file_id   text    NOT NULL,
  -- Milliseconds since 1970.
  due_at    bigint  NOT NULL,
  attempts  integer NOT NULL DEFAULT 0,
  PRIMARY KEY (binder_id, file_id)
);
CREATE INDEX signature_jobs_due ON signature_jobs (due_at);
