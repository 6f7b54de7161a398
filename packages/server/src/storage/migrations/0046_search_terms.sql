-- What search looks in: the beginnings of words, and pairs of characters of scripts without spaces, in one form for all
-- ways of writing them. Made of the log and of the state that it tells of, by whichever process of this release comes to it:
-- processes of the last one go on with message_words and the columns called words.
CREATE TABLE search_terms (
  binder_id text NOT NULL,
  -- message, todo, transaction, file, or caption, whose id is its seq.
  type      text NOT NULL,
  id        text NOT NULL,
  terms     tsvector NOT NULL,
  PRIMARY KEY (binder_id, type, id)
);
CREATE INDEX search_terms_by_term ON search_terms USING gin (terms);
-- seq: up to where the log was read. In another epoch of its binder the terms are made anew.
CREATE TABLE search_terms_read (
  binder_id text PRIMARY KEY,
  epoch     text NOT NULL,
  seq       bigint NOT NULL
);

-- Of a page's text, which is not in the log. terms_of: the hash of the text that they are of.
ALTER TABLE page_texts ADD COLUMN terms tsvector, ADD COLUMN terms_of bigint;
CREATE INDEX page_texts_by_term ON page_texts USING gin (terms);
CREATE INDEX page_texts_to_index ON page_texts (binder_id) WHERE terms_of IS DISTINCT FROM hashtextextended(text, 0);
