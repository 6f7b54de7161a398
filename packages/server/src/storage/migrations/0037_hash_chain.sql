-- The hash chain of binder logs (docs/decisions/hash-chain.md): written behind the log, a row for each of its entries.
CREATE TABLE binder_chain (
  binder_id text   NOT NULL,
  seq       bigint NOT NULL,
  -- Of the history in which the entry was written; an import keeps it.
  epoch     text   NOT NULL,
  -- Hashed with the body, so that nobody can guess a body by its hash. Null, with erased_at, once the body is erased.
  salt      bytea,
  body_hash bytea  NOT NULL,
  hash      bytea  NOT NULL,
  erased_at bigint,
  PRIMARY KEY (binder_id, seq),
  CHECK ((salt IS NULL) = (erased_at IS NOT NULL))
);

-- How far each log is chained, and with what hash the next entry goes on.
CREATE TABLE binder_chain_heads (
  binder_id text   PRIMARY KEY,
  seq       bigint NOT NULL,
  hash      bytea  NOT NULL
);
