-- Sign-on in a browser, which we start and an identity provider answers.

-- How the provider wants to be asked: by a redirect, or by a form that is posted.
ALTER TABLE saml_idps ADD COLUMN sso_binding text NOT NULL DEFAULT 'redirect'
  CHECK (sso_binding IN ('redirect', 'post'));

-- id: of the AuthnRequest. browser: SHA-256 of the cookie of the browser that began. org_id: of whom it signs on.
-- ticket: SHA-256 of what the browser comes back with once the provider has answered for the user.
CREATE TABLE sign_ons (
  id         text PRIMARY KEY,
  browser    bytea NOT NULL,
  owner_id   text NOT NULL,
  idp_id     text NOT NULL,
  org_id     text NOT NULL REFERENCES orgs (id),
  next       text NOT NULL,
  expires_at bigint NOT NULL,
  ticket     bytea UNIQUE,
  user_id    text REFERENCES users (id),
  CHECK ((ticket IS NULL) = (user_id IS NULL))
);
CREATE INDEX sign_ons_by_expiry ON sign_ons (expires_at);
