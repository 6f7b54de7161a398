-- When a transaction is to end, and a step to be answered. A step without its own values has the transaction's.
ALTER TABLE transactions
  ADD COLUMN due_at bigint,
  -- An array of milliseconds before the due time.
  ADD COLUMN reminders jsonb;
ALTER TABLE transaction_steps
  ADD COLUMN due_at bigint,
  ADD COLUMN reminders jsonb,
  -- The next reminder, or the due time; null if nothing is left to announce.
  ADD COLUMN alarm_at bigint,
  -- When the step was announced as overdue.
  ADD COLUMN overdue_at bigint,
  -- Who gets the step if it is still open this many milliseconds after the due time. Null once they have it.
  ADD COLUMN escalate_to text REFERENCES users (id),
  ADD COLUMN escalate_after bigint;
CREATE INDEX transaction_steps_by_alarm ON transaction_steps (alarm_at) WHERE alarm_at IS NOT NULL AND completed_at IS NULL;
