-- Why an office document has no pages: unavailable (no LibreOffice) or failed; null for all else.
ALTER TABLE files ADD COLUMN conversion text;
