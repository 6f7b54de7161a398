-- Pictures of binders and of people, and links by which a binder is looked at without an account.

-- The picture that stands for a binder in place of its first page, and since when.
ALTER TABLE binders
  ADD COLUMN cover_sha256 text REFERENCES blobs (sha256),
  ADD COLUMN cover_type text,
  ADD COLUMN cover_at bigint;
CREATE INDEX binders_by_cover ON binders (cover_sha256) WHERE cover_sha256 IS NOT NULL;

-- The picture that a user has uploaded. picture_key: what its address ends with; another for each picture. The address is
-- the picture_url, unless that was given another since.
ALTER TABLE users
  ADD COLUMN picture_sha256 text REFERENCES blobs (sha256),
  ADD COLUMN picture_type text,
  ADD COLUMN picture_key text;
CREATE INDEX users_by_picture ON users (picture_sha256) WHERE picture_sha256 IS NOT NULL;

-- id is signed and not stored in any other form: who reads the table cannot make a link of it.
CREATE TABLE view_links (
  binder_id  text NOT NULL REFERENCES binders (id),
  id         text NOT NULL UNIQUE,
  user_id    text NOT NULL REFERENCES users (id),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (binder_id, id)
);
