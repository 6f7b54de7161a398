-- needs: 0000
-- Steps that ask for files. Both columns are null for other steps.
ALTER TABLE transaction_steps
  -- An array of the requested files, as in the API.
  ADD COLUMN file_requests jsonb,
  -- An array of {request, file_id, page_ids, sha256, user_id, at}. A delivery counts while one of its pages exists.
  ADD COLUMN deliveries jsonb;
