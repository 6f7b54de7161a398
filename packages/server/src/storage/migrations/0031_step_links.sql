-- Links by which one person answers one step of a transaction, once, without signing in. What opens one is its id with our
-- signature, which is stored nowhere.

CREATE TABLE step_links (
  binder_id      text   NOT NULL REFERENCES binders (id),
  id             text   NOT NULL UNIQUE,
  transaction_id bigint NOT NULL,
  step_id        bigint NOT NULL,
  -- The assignee, who answers by it.
  user_id        text   NOT NULL REFERENCES users (id),
  -- The client that asked for it, whose pages may show it.
  client_id      text   NOT NULL REFERENCES clients (id),
  created_by     text   NOT NULL REFERENCES users (id),
  created_at     bigint NOT NULL,
  expires_at     bigint NOT NULL,
  used_at        bigint,
  is_mailed      boolean NOT NULL,
  -- When its mail is to be sent; null when there is none, or it was sent.
  mail_due_at    bigint,
  PRIMARY KEY (binder_id, id),
  FOREIGN KEY (binder_id, step_id) REFERENCES transaction_steps (binder_id, id)
);
CREATE INDEX step_links_of_step ON step_links (binder_id, step_id);
CREATE INDEX step_links_expired ON step_links (expires_at);
CREATE INDEX step_links_to_mail ON step_links (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX step_links_of_person ON step_links (user_id, created_at) WHERE is_mailed;
