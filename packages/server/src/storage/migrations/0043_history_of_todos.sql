-- Comments on pages and to-dos have a history from now on (docs/decisions/history.md). From where on it is known of binders
-- that are there, beside that of the tables that had one before.
ALTER TABLE version_starts ADD COLUMN todos_seq bigint NOT NULL DEFAULT 0;
INSERT INTO version_starts (binder_id, seq, todos_seq) SELECT id, 0, seq FROM binders
ON CONFLICT (binder_id) DO UPDATE SET todos_seq = excluded.todos_seq;
