-- needs: 0000
ALTER TABLE transactions ADD COLUMN reminded_at bigint;
-- When each person opened the step first, by user id.
ALTER TABLE transaction_steps ADD COLUMN views jsonb;
