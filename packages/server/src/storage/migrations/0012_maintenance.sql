-- What keeps a database quick and a disk free as they fill.

-- Who names a blob: asked for each blob before its bytes are removed, and by the foreign keys when it goes.
CREATE INDEX files_by_content ON files (sha256);
CREATE INDEX files_by_pdf ON files (pdf_sha256) WHERE pdf_sha256 IS NOT NULL;
CREATE INDEX messages_by_audio ON messages ((audio ->> 'sha256')) WHERE audio IS NOT NULL;

-- What was deleted, for the rounds that look for it.
CREATE INDEX files_deleted ON files (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX binders_deleted ON binders (deleted_at) WHERE deleted_at IS NOT NULL;
