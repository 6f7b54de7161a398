-- needs: 0000
-- Steps that need pages to be read. Both columns are null for other steps.
ALTER TABLE transaction_steps
  ADD COLUMN page_ids bigint[],
  -- An object {user id: {page id: {at, file_id}}}. A read counts while the page has the same file.
  ADD COLUMN reads jsonb;
