-- Transactions, comments and annotations on pages, to-dos, and what messages and pages need beside.

-- reply_to: {kind, id, position_comment_id?}. mentions: ids of the users a message names.
ALTER TABLE messages ADD COLUMN reply_to jsonb, ADD COLUMN mentions text[] NOT NULL DEFAULT '{}';

-- name: for pages that came from no file. url: of a URL page. duration: milliseconds of audio and video.
-- pdf_sha256: the PDF that was made of an office document. It is kept like a file, for another conversion could break
-- the pages in other places than those that were annotated.
ALTER TABLE files ADD COLUMN pdf_sha256 text REFERENCES blobs (sha256);

ALTER TABLE pages ADD COLUMN name text NOT NULL DEFAULT '', ADD COLUMN url text, ADD COLUMN duration bigint;

CREATE TABLE transactions (
  binder_id     text NOT NULL REFERENCES binders (id),
  id            bigint NOT NULL,
  title         text NOT NULL,
  content       text NOT NULL,
  is_active     boolean NOT NULL DEFAULT true,
  display_text  text,
  display_style text CHECK (display_style IN ('SUCCESS', 'INFO', 'WARNING', 'DANGER')),
  creator_id    text NOT NULL REFERENCES users (id),
  created_at    bigint NOT NULL,
  updated_at    bigint NOT NULL,
  deleted_at    bigint,
  PRIMARY KEY (binder_id, id)
);

-- place: the step's place in the array it came in. order_number: steps of equal number run side by side.
CREATE TABLE transaction_steps (
  binder_id         text NOT NULL,
  id                bigint NOT NULL,
  transaction_id    bigint NOT NULL,
  place             integer NOT NULL,
  order_number      double precision NOT NULL,
  action_style      text NOT NULL,
  actions           jsonb NOT NULL,
  assignee_id       text NOT NULL REFERENCES users (id),
  clicked_button_id text,
  completed_at      bigint,
  created_at        bigint NOT NULL,
  updated_at        bigint NOT NULL,
  PRIMARY KEY (binder_id, id),
  FOREIGN KEY (binder_id, transaction_id) REFERENCES transactions (binder_id, id)
);
CREATE INDEX transaction_steps_in_order ON transaction_steps (binder_id, transaction_id, place);

-- x and y are set for position comments, and for those only.
CREATE TABLE page_comments (
  binder_id  text NOT NULL,
  id         bigint NOT NULL,
  page_id    bigint NOT NULL,
  user_id    text NOT NULL REFERENCES users (id),
  text       text NOT NULL,
  x          double precision,
  y          double precision,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (binder_id, id),
  CHECK ((x IS NULL) = (y IS NULL))
);
CREATE INDEX page_comments_by_page ON page_comments (binder_id, page_id, id) WHERE deleted_at IS NULL;

-- client_uuid names the annotation on its page; svg_tag has passed the allow-list.
CREATE TABLE annotations (
  binder_id   text NOT NULL,
  page_id     bigint NOT NULL,
  client_uuid text NOT NULL,
  user_id     text NOT NULL REFERENCES users (id),
  svg_tag     text NOT NULL,
  created_at  bigint NOT NULL,
  updated_at  bigint NOT NULL,
  PRIMARY KEY (binder_id, page_id, client_uuid)
);

CREATE TABLE todos (
  binder_id    text NOT NULL REFERENCES binders (id),
  id           bigint NOT NULL,
  name         text NOT NULL,
  description  text NOT NULL DEFAULT '',
  position     numeric NOT NULL,
  creator_id   text NOT NULL REFERENCES users (id),
  assignee_id  text REFERENCES users (id),
  due_at       bigint,
  reminder_at  bigint,
  reminded_at  bigint,
  completed_at bigint,
  completed_by text REFERENCES users (id),
  created_at   bigint NOT NULL,
  updated_at   bigint NOT NULL,
  deleted_at   bigint,
  PRIMARY KEY (binder_id, id)
);
CREATE INDEX todos_in_order ON todos (binder_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX todos_to_remind ON todos (reminder_at)
  WHERE reminder_at IS NOT NULL AND reminded_at IS NULL AND completed_at IS NULL AND deleted_at IS NULL;

-- What search looks in. Words are runs of letters and digits; addresses and hyphenated words are taken apart.
-- A page's text: of a PDF page, a note, a web page.
CREATE TABLE page_texts (
  binder_id text NOT NULL,
  page_id   bigint NOT NULL,
  text      text NOT NULL,
  words     tsvector NOT NULL GENERATED ALWAYS AS
              (to_tsvector('simple', regexp_replace(left(text, 200000), '[^[:alnum:]]+', ' ', 'g'))) STORED,
  PRIMARY KEY (binder_id, page_id)
);
CREATE INDEX page_texts_by_word ON page_texts USING gin (words);

-- The words of messages, read from the log after the fact, so that posting does not pay for them. seq: up to where.
CREATE TABLE message_words (
  binder_id  text NOT NULL,
  message_id bigint NOT NULL,
  words      tsvector NOT NULL,
  PRIMARY KEY (binder_id, message_id)
);
CREATE INDEX message_words_by_word ON message_words USING gin (words);
CREATE TABLE message_words_read (
  binder_id text PRIMARY KEY,
  seq       bigint NOT NULL
);
