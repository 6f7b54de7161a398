-- The transaction that added the blob. A backup finds the blobs that are new since its last look with it.
ALTER TABLE blobs ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX blobs_by_xid ON blobs (xid);
