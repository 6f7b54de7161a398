-- Whether the session key of a meet leads guests into its lobby, as pages that embed meets expect it (docs/decisions/meets.md).
ALTER TABLE orgs ADD COLUMN guests_by_session_key boolean NOT NULL DEFAULT true;
