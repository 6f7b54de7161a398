-- needs: 0000
-- Steps with a form. Both columns are null for a step with buttons alone.
ALTER TABLE transaction_steps
  -- An array of the fields, as in the API.
  ADD COLUMN fields jsonb,
  -- An object {id of the assignee: {id of the field: answer}}.
  ADD COLUMN answers jsonb;
