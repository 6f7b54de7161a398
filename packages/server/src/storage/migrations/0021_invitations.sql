-- Invitations of people who are not known yet. They become members when they first sign in.

-- kind and value: the e-mail address or the unique id that the person is to have in the org. key: the value, an address in
-- small letters. mail_due_at: when the mail is to be sent; null when none is. There is no secret in it: a sign-in proves
-- who it is for.
CREATE TABLE invitations (
  binder_id   text NOT NULL REFERENCES binders (id),
  org_id      text NOT NULL REFERENCES orgs (id),
  kind        text NOT NULL CHECK (kind IN ('email', 'unique_id')),
  key         text NOT NULL,
  value       text NOT NULL,
  role        text NOT NULL CHECK (role IN ('editor', 'viewer')),
  invited_by  text NOT NULL REFERENCES users (id),
  message     text NOT NULL,
  created_at  bigint NOT NULL,
  updated_at  bigint NOT NULL,
  expires_at  bigint NOT NULL,
  mail_due_at bigint,
  mailed_at   bigint,
  PRIMARY KEY (binder_id, org_id, kind, key)
);
CREATE INDEX invitations_by_key ON invitations (key, kind, org_id);
CREATE INDEX invitations_to_mail ON invitations (mail_due_at) WHERE mail_due_at IS NOT NULL;
