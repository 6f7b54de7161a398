-- Windows that the SDK opens for modules. A page leaves the session here, and the window takes it by a code, once; after
-- that what they say to each other goes through here as well, where a page is cut off from its windows.

CREATE TABLE embed_windows (
  -- SHA-256 of the code, and of the keys by which page and window go on to be known. popup_hash: null until it was taken.
  code_hash  bytea   PRIMARY KEY,
  host_hash  bytea   NOT NULL UNIQUE,
  popup_hash bytea   UNIQUE,
  client_id  text    NOT NULL REFERENCES clients (id),
  origin     text    NOT NULL,
  -- Sealed: it holds the access token. Null once it was taken.
  session    bytea,
  next_seq   integer NOT NULL DEFAULT 1,
  created_at bigint  NOT NULL,
  -- Until when the code is good, and until when anything is kept.
  code_until bigint  NOT NULL,
  expires_at bigint  NOT NULL
);
CREATE INDEX embed_windows_expiry ON embed_windows (expires_at);

CREATE TABLE embed_frames (
  code_hash bytea   NOT NULL REFERENCES embed_windows (code_hash) ON DELETE CASCADE,
  from_host boolean NOT NULL,
  seq       integer NOT NULL,
  -- Sealed: it may hold a token.
  frame     bytea   NOT NULL,
  PRIMARY KEY (code_hash, from_host, seq)
);
