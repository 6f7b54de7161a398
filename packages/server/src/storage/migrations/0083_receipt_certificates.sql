-- needs: 0000
-- The certificate with which an org signs its receipts as PDF.
CREATE TABLE receipt_certificates (
  org_id       text   PRIMARY KEY REFERENCES orgs (id),
  -- The private key (PKCS#8, PEM), encrypted.
  sealed       bytea  NOT NULL,
  -- Of the key, then the others of its chain (PEM).
  certificates text   NOT NULL,
  created_at   bigint NOT NULL
);
