-- needs: 0000
-- Lexemes without accents. The log consumer "search_lexemes" fills the table. Processes of the last release continue with
-- the consumer "search_index", search_terms, and the columns terms and terms_of.
CREATE TABLE search_lexemes (
  binder_id  text NOT NULL,
  -- message, todo, transaction, file, or caption, whose id is its seq.
  type       text NOT NULL,
  id         text NOT NULL,
  lexemes    tsvector NOT NULL,
  user_id    text,
  created_at bigint,
  PRIMARY KEY (binder_id, type, id)
);
CREATE INDEX search_lexemes_by_lexeme ON search_lexemes USING gin (lexemes);
CREATE INDEX search_lexemes_newest ON search_lexemes (created_at DESC, type DESC, id DESC, binder_id) WHERE created_at IS NOT NULL;

CREATE INDEX page_texts_by_lexeme ON page_texts USING gin (lexemes);
-- The null comes first, so that the migration reads no text.
CREATE INDEX page_texts_without_lexemes ON page_texts (binder_id)
  WHERE lexemes_of IS NULL OR lexemes_of <> hashtextextended(text, 0);
