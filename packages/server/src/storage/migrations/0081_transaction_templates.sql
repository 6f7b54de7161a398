-- needs: 0000
-- Templates of transactions of an org. A version never changes, so that a transaction names the one that it was made from.
CREATE TABLE transaction_templates (
  id         text    PRIMARY KEY,
  org_id     text    NOT NULL REFERENCES orgs (id),
  name       text    NOT NULL,
  -- The latest version.
  version    integer NOT NULL,
  created_at bigint  NOT NULL,
  updated_at bigint  NOT NULL,
  deleted_at bigint
);
CREATE UNIQUE INDEX transaction_templates_by_name ON transaction_templates (org_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE transaction_template_versions (
  template_id text    NOT NULL REFERENCES transaction_templates (id),
  version     integer NOT NULL,
  -- As in the API. It names roles and groups, never people.
  body        jsonb   NOT NULL,
  created_at  bigint  NOT NULL,
  PRIMARY KEY (template_id, version)
);

-- Null for a transaction without a template.
ALTER TABLE transactions
  ADD COLUMN template_id text,
  ADD COLUMN template_version integer;
