-- What existing bot kits are used to, a switch for each bot: expires_in as text, and the header of the older signature.
ALTER TABLE bots
  ADD COLUMN expires_in_as_text boolean NOT NULL DEFAULT false,
  ADD COLUMN sha1_signature_header text NOT NULL DEFAULT ''
    CHECK (sha1_signature_header ~ '^(x(-[a-z0-9]+)+-signature)?$' AND length(sha1_signature_header) <= 64);

-- People by their address, whatever their org: a list of binders is filtered by it.
CREATE INDEX users_by_any_address ON users (lower(email)) WHERE email IS NOT NULL;
