-- Partners, organisations, users, clients and their tokens.
-- Times are milliseconds since 1970-01-01 UTC, given by the application's clock: the sandbox can move it.

CREATE TABLE settings (
  name  text PRIMARY KEY,
  value jsonb NOT NULL
);

CREATE TABLE partners (
  id             text PRIMARY KEY,
  name           text NOT NULL,
  default_org_id text,
  created_at     bigint NOT NULL
);

CREATE TABLE orgs (
  id          text PRIMARY KEY,
  partner_id  text NOT NULL REFERENCES partners (id),
  name        text NOT NULL,
  plan_code   text NOT NULL DEFAULT '',
  created_at  bigint NOT NULL,
  disabled_at bigint
);
CREATE INDEX orgs_by_partner ON orgs (partner_id);
ALTER TABLE partners ADD FOREIGN KEY (default_org_id) REFERENCES orgs (id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE users (
  id               text PRIMARY KEY,
  partner_id       text NOT NULL REFERENCES partners (id),
  org_id           text NOT NULL REFERENCES orgs (id),
  unique_id        text,
  email            text,
  password_hash    text,
  first_name       text NOT NULL DEFAULT '',
  last_name        text NOT NULL DEFAULT '',
  name             text NOT NULL,
  picture_url      text NOT NULL DEFAULT '',
  timezone         text NOT NULL DEFAULT '',
  language         text NOT NULL DEFAULT 'en',
  org_unit         text NOT NULL DEFAULT '',
  role             text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member')),
  is_partner_admin boolean NOT NULL DEFAULT false,
  is_bot           boolean NOT NULL DEFAULT false,
  next_category_id bigint NOT NULL DEFAULT 1,
  created_at       bigint NOT NULL,
  updated_at       bigint NOT NULL,
  disabled_at      bigint
);
-- A unique identifier names one user of an org; it is never matched with an e-mail address.
CREATE UNIQUE INDEX users_by_unique_id ON users (org_id, unique_id) WHERE unique_id IS NOT NULL;
CREATE UNIQUE INDEX users_by_email ON users (org_id, lower(email)) WHERE email IS NOT NULL;

CREATE TABLE clients (
  id             text PRIMARY KEY,
  partner_id     text NOT NULL REFERENCES partners (id),
  org_id         text REFERENCES orgs (id),
  kind           text NOT NULL CHECK (kind IN ('app', 'bot')),
  name           text NOT NULL,
  secret_sealed  bytea NOT NULL,
  redirect_uris  text[] NOT NULL DEFAULT '{}',
  origins        text[] NOT NULL DEFAULT '{}',
  grants         text[] NOT NULL DEFAULT '{}',
  scope          text NOT NULL DEFAULT 'read write',
  created_at     bigint NOT NULL,
  disabled_at    bigint
);

-- A bot app is a client of kind 'bot'; it becomes a user in each org that enables it.
CREATE TABLE bots (
  client_id             text PRIMARY KEY REFERENCES clients (id),
  webhook_secret_sealed bytea NOT NULL
);
CREATE TABLE org_bots (
  org_id     text NOT NULL REFERENCES orgs (id),
  client_id  text NOT NULL REFERENCES bots (client_id),
  user_id    text NOT NULL REFERENCES users (id),
  enabled_at bigint,
  PRIMARY KEY (org_id, client_id)
);

-- Tokens are kept as SHA-256 of their text. A family is all that came of one authorisation.
CREATE TABLE token_families (
  id         text PRIMARY KEY,
  client_id  text NOT NULL REFERENCES clients (id),
  user_id    text NOT NULL REFERENCES users (id),
  scope      text NOT NULL,
  created_at bigint NOT NULL,
  revoked_at bigint
);
CREATE TABLE access_tokens (
  hash       bytea PRIMARY KEY,
  family_id  text REFERENCES token_families (id),
  client_id  text NOT NULL REFERENCES clients (id),
  user_id    text NOT NULL REFERENCES users (id),
  scope      text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX access_tokens_by_family ON access_tokens (family_id) WHERE family_id IS NOT NULL;
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);
CREATE TABLE refresh_tokens (
  hash       bytea PRIMARY KEY,
  family_id  text NOT NULL REFERENCES token_families (id),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  rotated_at bigint
);
CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

-- The answer to a POST that carried an Idempotency-Key, written in the transaction of the change.
CREATE TABLE idempotency_keys (
  caller      text NOT NULL,
  key         text NOT NULL,
  fingerprint bytea NOT NULL,
  answer      jsonb,
  created_at  bigint NOT NULL,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
