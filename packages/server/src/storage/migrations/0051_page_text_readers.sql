-- Which rules a page's words were read by. What an earlier release has read, or reads while both run, is read again.
ALTER TABLE page_texts ADD COLUMN read_by integer NOT NULL DEFAULT 1;
CREATE INDEX page_texts_by_reader ON page_texts (read_by, binder_id);
