-- needs: 0000
-- Binder lists compare the knocks of each binder every second.
CREATE INDEX meets_knocked ON meets (binder_id) WHERE knocked_at IS NOT NULL;
