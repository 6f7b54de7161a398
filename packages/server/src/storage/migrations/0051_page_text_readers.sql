-- Which rules a page's words were read by. What an earlier release has read, or reads while both run, is read again.
ALTER TABLE page_texts ADD COLUMN reader_version integer NOT NULL DEFAULT 1;
CREATE INDEX page_texts_by_reader ON page_texts (reader_version, binder_id);
