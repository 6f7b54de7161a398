-- What an org may keep at the most, null for no limit, and for how many days it keeps messages and files, null for ever
-- (docs/decisions/quotas.md).
ALTER TABLE orgs
  ADD COLUMN max_bytes    bigint  CHECK (max_bytes >= 0),
  ADD COLUMN max_binders  integer CHECK (max_binders >= 0),
  ADD COLUMN message_days integer CHECK (message_days > 0),
  ADD COLUMN file_days    integer CHECK (file_days > 0);
