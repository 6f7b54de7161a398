-- Author and time of each object, for searches over all binders. Filled by the log consumer "search_index", which reads the
-- logs from their beginning; processes of the last release continue with the consumer "search", and set neither.
ALTER TABLE search_terms ADD COLUMN user_id text, ADD COLUMN created_at bigint;
CREATE INDEX search_terms_newest ON search_terms (created_at DESC, type DESC, id DESC, binder_id) WHERE created_at IS NOT NULL;
