-- needs: 0000
-- Up to which audit entry the receiver of AUDIT_STREAM has everything, and the process that sends.
CREATE TABLE audit_stream (
  only_one    boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  last_id     bigint NOT NULL DEFAULT 0,
  lease       text,
  -- By the database's clock, milliseconds since 1970.
  lease_until bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO audit_stream DEFAULT VALUES;
