-- needs: 0000
-- The latest message of a binder when its member archived it; null if not archived.
ALTER TABLE binder_members ADD COLUMN archived_id bigint;
