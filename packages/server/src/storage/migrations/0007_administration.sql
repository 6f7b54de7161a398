-- What an operator sees and changes: the audit list, set-up links, trust in clients, figures of usage.

-- Who changed what. org_id is null for what concerns a partner as a whole. Nothing secret stands in details.
CREATE TABLE audit_entries (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         bigint NOT NULL,
  actor_id   text NOT NULL,
  partner_id text NOT NULL REFERENCES partners (id),
  org_id     text REFERENCES orgs (id),
  action     text NOT NULL,
  -- What was changed: the id of an org, a user, a client, an identity provider …
  target     text NOT NULL,
  details    jsonb NOT NULL,
  -- The network address the call came from; empty where it is not known.
  address    text NOT NULL
);
CREATE INDEX audit_entries_by_partner ON audit_entries (partner_id, id);
CREATE INDEX audit_entries_by_org ON audit_entries (org_id, id) WHERE org_id IS NOT NULL;

-- The link through which the first admin is made, as SHA-256 of its token: at most one, until it is claimed.
CREATE TABLE setup_links (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  hash       bytea NOT NULL,
  created_at bigint NOT NULL
);

ALTER TABLE clients
  ADD COLUMN updated_at bigint,
  -- Its partner trusts it in all orgs: users are not asked for consent.
  ADD COLUMN is_trusted boolean NOT NULL DEFAULT false,
  -- While a secret is being rotated the old one counts too, until then.
  ADD COLUMN old_secret_sealed bytea,
  ADD COLUMN old_secret_until bigint;
CREATE INDEX clients_by_partner ON clients (partner_id, id);

-- What lets clients act for a user: listed, and ended with the user. Access tokens of a family are found by it.
CREATE INDEX token_families_by_user ON token_families (user_id);
CREATE INDEX lone_access_tokens_by_user ON access_tokens (user_id) WHERE family_id IS NULL;

-- The clients that an org trusts by itself.
CREATE TABLE org_trusted_clients (
  org_id     text NOT NULL REFERENCES orgs (id),
  client_id  text NOT NULL REFERENCES clients (id),
  created_at bigint NOT NULL,
  PRIMARY KEY (org_id, client_id)
);

-- Users of an org by name, as they are listed.
CREATE INDEX users_of_org_by_name ON users (org_id, lower(name), id);

-- What happened in a day (UTC; days since 1970) in the binders of an org, counted from the logs.
CREATE TABLE usage_days (
  org_id     text NOT NULL REFERENCES orgs (id),
  day        integer NOT NULL,
  messages   bigint NOT NULL DEFAULT 0,
  pages      bigint NOT NULL DEFAULT 0,
  files      bigint NOT NULL DEFAULT 0,
  file_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, day)
);
-- Who changed anything in a day, by the user's own org.
CREATE TABLE usage_active_users (
  org_id  text NOT NULL REFERENCES orgs (id),
  day     integer NOT NULL,
  user_id text NOT NULL,
  PRIMARY KEY (org_id, day, user_id)
);
-- Up to where the log of a binder has been counted.
CREATE TABLE usage_read (
  binder_id text PRIMARY KEY,
  seq       bigint NOT NULL
) WITH (fillfactor = 70);
