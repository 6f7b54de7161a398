-- Texts of the past (docs/decisions/history.md): the file that a note had before its text was changed is deleted, so no
-- list has it, and its bytes are kept until somebody removes them.
ALTER TABLE files ADD COLUMN kept_in_history boolean NOT NULL DEFAULT false;

DROP INDEX files_deleted;
CREATE INDEX files_deleted ON files (deleted_at) WHERE deleted_at IS NOT NULL AND NOT kept_in_history;
