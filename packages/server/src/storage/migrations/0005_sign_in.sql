-- Sign-in: sessions, codes, consents, links that reset a password.

-- A browser that someone has signed in with. hash: SHA-256 of the cookie; id: a handle for lists, which opens nothing.
CREATE TABLE sessions (
  hash       bytea PRIMARY KEY,
  id         text NOT NULL UNIQUE,
  user_id    text NOT NULL REFERENCES users (id),
  method     text NOT NULL CHECK (method IN ('password', 'saml', 'setup')),
  address    text NOT NULL,
  user_agent text NOT NULL,
  created_at bigint NOT NULL,
  seen_at    bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- redirect_uri: as it was sent to the authorization endpoint; null when it was not. challenge: of PKCE, S256.
-- family_id: what came of the code, to be revoked when it is used again.
CREATE TABLE authorization_codes (
  hash         bytea PRIMARY KEY,
  client_id    text NOT NULL REFERENCES clients (id),
  user_id      text NOT NULL REFERENCES users (id),
  redirect_uri text,
  scope        text NOT NULL,
  challenge    text,
  created_at   bigint NOT NULL,
  expires_at   bigint NOT NULL,
  used_at      bigint,
  family_id    text
);
CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at);

-- What a user has allowed a client, so that it is not asked for again.
CREATE TABLE consents (
  user_id    text NOT NULL REFERENCES users (id),
  client_id  text NOT NULL REFERENCES clients (id),
  scope      text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, client_id)
);

CREATE TABLE password_resets (
  hash       bytea PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);

-- Who signs in gives an address, and no org.
CREATE INDEX users_by_address ON users (lower(email)) WHERE password_hash IS NOT NULL;

-- The console of a partner gets its tokens like a client. They end with the session of the browser that it runs in.
ALTER TABLE clients DROP CONSTRAINT clients_kind_check, ADD CHECK (kind IN ('app', 'bot', 'console'));
CREATE UNIQUE INDEX clients_console ON clients (partner_id) WHERE kind = 'console';
ALTER TABLE access_tokens ADD COLUMN session_id text REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX access_tokens_by_session ON access_tokens (session_id) WHERE session_id IS NOT NULL;
