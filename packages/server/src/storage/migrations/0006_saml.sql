-- Identity providers, the people they vouch for, and the assertions they gave.

-- An org's provider (owner_id is the org) or a partner's (owner_id is the partner, org_id is null).
CREATE TABLE saml_idps (
  owner_id      text NOT NULL,
  idp_id        text NOT NULL,
  partner_id    text NOT NULL REFERENCES partners (id),
  org_id        text REFERENCES orgs (id),
  name          text NOT NULL DEFAULT '',
  certificates  text[] NOT NULL,
  sso_url       text NOT NULL DEFAULT '',
  allow_sha1    boolean NOT NULL DEFAULT false,
  link_by_email boolean NOT NULL DEFAULT false,
  created_at    bigint NOT NULL,
  PRIMARY KEY (owner_id, idp_id),
  CHECK (owner_id = coalesce(org_id, partner_id)),
  CHECK (org_id IS NOT NULL OR NOT link_by_email)
);

-- Who a provider's NameID is. Outlives the provider, so that registering it anew makes nobody twice.
CREATE TABLE saml_identities (
  owner_id   text NOT NULL,
  idp_id     text NOT NULL,
  org_id     text NOT NULL REFERENCES orgs (id),
  name_id    text NOT NULL,
  user_id    text NOT NULL REFERENCES users (id),
  created_at bigint NOT NULL,
  PRIMARY KEY (owner_id, idp_id, org_id, name_id)
);

-- Assertions that were accepted, until they expire.
CREATE TABLE saml_assertions (
  partner_id   text NOT NULL,
  issuer       text NOT NULL,
  assertion_id text NOT NULL,
  expires_at   bigint NOT NULL,
  PRIMARY KEY (partner_id, issuer, assertion_id)
);
CREATE INDEX saml_assertions_by_expiry ON saml_assertions (expires_at);
