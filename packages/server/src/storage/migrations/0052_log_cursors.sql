-- How far each consumer has read the log of each binder (docs/decisions/log-consumers.md). The tables of the three older
-- consumers become partitions, so their cursors stay where they are, and processes of the last release, which know only
-- those tables, share the rows and their locks with processes of this one.
CREATE TABLE log_cursors (
  consumer  text   NOT NULL,
  binder_id text   NOT NULL,
  seq       bigint NOT NULL,
  -- The history that seq belongs to; null where a consumer of the last release moved the cursor.
  epoch     text
) PARTITION BY LIST (consumer);

ALTER TABLE bot_log_cursors   ADD COLUMN consumer text NOT NULL DEFAULT 'bots', ADD COLUMN epoch text;
ALTER TABLE usage_read        ADD COLUMN consumer text NOT NULL DEFAULT 'usage', ADD COLUMN epoch text;
ALTER TABLE search_terms_read ADD COLUMN consumer text NOT NULL DEFAULT 'search';

ALTER TABLE log_cursors ATTACH PARTITION bot_log_cursors   FOR VALUES IN ('bots');
ALTER TABLE log_cursors ATTACH PARTITION usage_read        FOR VALUES IN ('usage');
ALTER TABLE log_cursors ATTACH PARTITION search_terms_read FOR VALUES IN ('search');

-- Every newer consumer: it needs no migration.
CREATE TABLE log_cursors_other PARTITION OF log_cursors (PRIMARY KEY (binder_id, consumer)) DEFAULT
  WITH (fillfactor = 70);
