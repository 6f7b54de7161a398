-- needs: 0000
-- Mails with set-up links that the mail server has not accepted yet.
CREATE TABLE setup_mails (
  user_id     text   PRIMARY KEY REFERENCES users (id),
  sent_by     text   NOT NULL REFERENCES users (id),
  created_at  bigint NOT NULL,
  mail_due_at bigint NOT NULL
);
