-- People who sign in with an identity provider in a window that a page with embedded modules has opened. The page takes
-- the answer by a secret of which the window knows the hash alone, once.

CREATE TABLE embed_sign_ins (
  -- SHA-256 of the page's secret, and of the cookie of the browser in which the window was opened.
  challenge     bytea  PRIMARY KEY,
  browser       bytea  NOT NULL,
  client_id     text   NOT NULL REFERENCES clients (id),
  -- Of the page: it alone takes the answer.
  origin        text   NOT NULL,
  -- Who may answer: people of this org. Null where the request cannot be answered.
  org_id        text   REFERENCES orgs (id),
  -- Where the window goes on, sealed: it ends in a code. Null where it is closed.
  next          bytea,
  -- The answer: a user, or what went wrong.
  user_id       text   REFERENCES users (id),
  error_code    text,
  error_message text,
  expires_at    bigint NOT NULL
);
CREATE INDEX embed_sign_ins_expiry ON embed_sign_ins (expires_at);
