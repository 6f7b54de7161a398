-- needs: 0000
-- reply_to is the first comment of the thread. A thread is resolved while all its comments have resolved_at.
ALTER TABLE page_comments ADD COLUMN reply_to bigint, ADD COLUMN resolved_at bigint;
