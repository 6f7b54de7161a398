-- Requests of ours that are signed, for identity providers that want that.

ALTER TABLE saml_idps ADD COLUMN sign_requests boolean NOT NULL DEFAULT false;

-- Our key as a service provider, made when it is first needed: sealed, and with a certificate (PEM) for our metadata.
CREATE TABLE saml_signing_key (
  singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  sealed      bytea NOT NULL,
  certificate text NOT NULL,
  created_at  bigint NOT NULL
);
