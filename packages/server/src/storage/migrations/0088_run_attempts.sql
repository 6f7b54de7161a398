-- needs: 0000
-- Failed attempts of a binder of a run, and the time of the next one. Null before the first failure. An earlier release
-- retries every two seconds.
ALTER TABLE transaction_run_items ADD COLUMN attempts integer, ADD COLUMN retry_at bigint;
