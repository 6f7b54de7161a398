-- needs: 0000
ALTER TABLE activity
  DROP CONSTRAINT activity_kind_check,
  -- Of page_shared: the first page of each document. item_id is the last of them.
  ADD COLUMN page_ids bigint[],
  ADD CONSTRAINT activity_kind_check CHECK (kind IN (
    'mention', 'reply', 'approval_waiting', 'approval_decided', 'todo_assigned', 'todo_due',
    'meet_scheduled', 'meet_starting', 'meet_started', 'meet_missed', 'page_shared', 'invitation'
  ));
CREATE INDEX activity_of_pages ON activity (binder_id, user_id, item_id) WHERE kind = 'page_shared';

-- Members who joined a meet that started without a plan. Null: unknown.
ALTER TABLE meets ADD COLUMN attendee_ids text[];
