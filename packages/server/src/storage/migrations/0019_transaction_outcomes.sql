-- How a transaction ended: by its last step, or by a button that has an outcome.

-- outcome: null while it goes on. ended_by_step_id: the step whose button ended it, which can be opened again; null when
-- all steps are done.
ALTER TABLE transactions
  ADD COLUMN outcome          text CHECK (outcome IN ('completed', 'rejected')),
  ADD COLUMN ended_by_step_id bigint,
  ADD CONSTRAINT transactions_ended_by_outcome CHECK (ended_by_step_id IS NULL OR outcome IS NOT NULL);

UPDATE transactions t SET outcome = 'completed'
WHERE NOT EXISTS (
  SELECT FROM transaction_steps s
  WHERE s.binder_id = t.binder_id AND s.transaction_id = t.id AND s.completed_at IS NULL
);
