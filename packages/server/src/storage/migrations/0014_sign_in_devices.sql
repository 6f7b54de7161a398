-- Guessing passwords from very many addresses: browsers that an account has been used in are told from all others.

-- A browser in which somebody has signed in to an account. hash: SHA-256 of its cookie.
CREATE TABLE sign_in_devices (
  hash    bytea NOT NULL,
  user_id text NOT NULL REFERENCES users (id),
  seen_at bigint NOT NULL,
  PRIMARY KEY (hash, user_id)
);
CREATE INDEX sign_in_devices_by_user ON sign_in_devices (user_id, seen_at);
CREATE INDEX sign_in_devices_by_use ON sign_in_devices (seen_at);

-- Wrong passwords for an e-mail address, whether anybody has it or not, from browsers that its accounts do not know, in
-- the hour that began at began_at. hash: SHA-256 of the address in small letters; people type passwords there too.
CREATE TABLE password_guesses (
  hash     bytea PRIMARY KEY,
  began_at bigint NOT NULL,
  guesses  int NOT NULL
);
CREATE INDEX password_guesses_by_begin ON password_guesses (began_at);
