-- Binders and everything in them. Every table is keyed by binder_id first, so that it can be distributed by it.

CREATE TABLE binders (
  id           text PRIMARY KEY,
  partner_id   text NOT NULL REFERENCES partners (id),
  org_id       text NOT NULL REFERENCES orgs (id),
  owner_id     text NOT NULL REFERENCES users (id),
  name         text NOT NULL,
  description  text NOT NULL DEFAULT '',
  conversation boolean NOT NULL DEFAULT false,
  -- seq: the latest entry of the log. next_id: the next numeric id of the binder.
  seq          bigint NOT NULL DEFAULT 0,
  next_id      bigint NOT NULL DEFAULT 1,
  total_messages bigint NOT NULL DEFAULT 0,
  -- Grows when a member may do less than before: what was judged by an older one is judged again.
  access_version bigint NOT NULL DEFAULT 0,
  created_at   bigint NOT NULL,
  updated_at   bigint NOT NULL,
  deleted_at   bigint
) WITH (fillfactor = 70);

CREATE TABLE binder_members (
  binder_id  text NOT NULL REFERENCES binders (id),
  user_id    text NOT NULL REFERENCES users (id),
  role       text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  -- The latest message the member has read.
  read_id    bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (binder_id, user_id)
);
CREATE INDEX binder_members_by_user ON binder_members (user_id);

-- A user's own grouping of binders; ids come from users.next_category_id.
CREATE TABLE categories (
  user_id    text NOT NULL REFERENCES users (id),
  id         bigint NOT NULL,
  name       text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, name)
);
CREATE TABLE category_binders (
  user_id     text NOT NULL,
  binder_id   text NOT NULL REFERENCES binders (id),
  category_id bigint NOT NULL,
  PRIMARY KEY (user_id, binder_id),
  FOREIGN KEY (user_id, category_id) REFERENCES categories (user_id, id) ON DELETE CASCADE
);

-- The log: what happened, in the order in which it was committed. seq has no gaps, and at never goes back.
CREATE TABLE binder_log (
  binder_id text NOT NULL,
  seq       bigint NOT NULL,
  at        bigint NOT NULL,
  actor_id  text NOT NULL,
  kind      text NOT NULL,
  body      jsonb NOT NULL,
  PRIMARY KEY (binder_id, seq)
);

CREATE TABLE messages (
  binder_id  text NOT NULL,
  id         bigint NOT NULL,
  user_id    text NOT NULL,
  text       text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  -- With what counting unread messages asks for: it then reads the index alone, a third of the time.
  PRIMARY KEY (binder_id, id) INCLUDE (user_id, deleted_at)
);

-- The bytes of files, by content. Files of several binders may share a blob.
CREATE TABLE blobs (
  sha256     text PRIMARY KEY,
  size       bigint NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE files (
  binder_id  text NOT NULL REFERENCES binders (id),
  id         text NOT NULL,
  name       text NOT NULL,
  sha256     text NOT NULL REFERENCES blobs (sha256),
  size       bigint NOT NULL,
  mime_type  text NOT NULL,
  user_id    text NOT NULL REFERENCES users (id),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (binder_id, id)
);

CREATE TABLE pages (
  binder_id   text NOT NULL REFERENCES binders (id),
  id          bigint NOT NULL,
  file_id     text,
  type        text NOT NULL,
  -- page_index: the page's place in its file, from 0. page_number: its place in the binder.
  page_index  integer NOT NULL,
  page_number numeric NOT NULL,
  width       double precision NOT NULL,
  height      double precision NOT NULL,
  revision    bigint NOT NULL DEFAULT 1,
  created_at  bigint NOT NULL,
  updated_at  bigint NOT NULL,
  deleted_at  bigint,
  PRIMARY KEY (binder_id, id)
);
CREATE INDEX pages_in_order ON pages (binder_id, page_number, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_by_file ON pages (binder_id, file_id) WHERE deleted_at IS NULL;
