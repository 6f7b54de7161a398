-- Addresses to which a person answers mails about a message. An address has the id and a signature.
CREATE TABLE reply_addresses (
  binder_id  text   NOT NULL REFERENCES binders (id),
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id    text   NOT NULL REFERENCES users (id),
  message_id bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (binder_id, id),
  UNIQUE (binder_id, user_id, message_id)
);
CREATE INDEX reply_addresses_by_id ON reply_addresses (id);
CREATE INDEX reply_addresses_of_user ON reply_addresses (user_id);
CREATE INDEX reply_addresses_by_expiry ON reply_addresses (expires_at);

-- Mails that became messages, so that a mail that is delivered again becomes no other.
CREATE TABLE mail_answers (
  binder_id  text   NOT NULL,
  address_id bigint NOT NULL,
  -- SHA-256 of its Message-ID.
  mail_hash  bytea  NOT NULL,
  PRIMARY KEY (binder_id, address_id, mail_hash),
  FOREIGN KEY (binder_id, address_id) REFERENCES reply_addresses (binder_id, id) ON DELETE CASCADE
);

-- When a person last got a mail that an answer was not posted.
CREATE TABLE mail_bounces (
  user_id text   NOT NULL PRIMARY KEY REFERENCES users (id),
  sent_at bigint NOT NULL
);
