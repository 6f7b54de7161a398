-- The binders of an org in the order in which they were made, for its admins.
CREATE INDEX binders_of_org ON binders (org_id, created_at, id) WHERE deleted_at IS NULL;
