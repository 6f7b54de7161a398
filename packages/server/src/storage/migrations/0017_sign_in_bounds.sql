-- Answers to a sign-on that were looked at: each costs up to 50 ms, and anybody may post one.
ALTER TABLE sign_ons ADD COLUMN attempts integer NOT NULL DEFAULT 0;

-- The salt from which, with the token itself, its successors were derived: who retries within the grace gets the same
-- ones. It goes when the successor is used.
ALTER TABLE refresh_tokens ADD COLUMN successor_salt bytea;
ALTER TABLE refresh_tokens ADD COLUMN predecessor bytea;

-- A public client (RFC 6749, section 2.1) has no secret: an app that its users hold in their hands can keep none.
ALTER TABLE clients ADD COLUMN is_public boolean NOT NULL DEFAULT false;
ALTER TABLE clients ALTER COLUMN secret_sealed DROP NOT NULL;
ALTER TABLE clients ADD CONSTRAINT clients_secret CHECK (is_public = (secret_sealed IS NULL));
