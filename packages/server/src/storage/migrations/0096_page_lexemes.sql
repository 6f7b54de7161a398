-- needs: 0000
-- Its own migration, because adding columns locks the table until the migration ends.
-- lexemes_of: the hash of the text that the lexemes are of.
ALTER TABLE page_texts ADD COLUMN lexemes tsvector, ADD COLUMN lexemes_of bigint;
