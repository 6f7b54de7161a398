-- needs: 0000
-- People who chose their kinds receive comments as they receive replies, and reminders of messages as those of to-dos.
UPDATE users SET notification_settings = jsonb_set(notification_settings, '{kinds}', notification_settings->'kinds'
    || CASE WHEN notification_settings->'kinds' ? 'reply' THEN '["page_commented"]' ELSE '[]' END::jsonb
    || CASE WHEN notification_settings->'kinds' ? 'todo_due' THEN '["message_due"]' ELSE '[]' END::jsonb)
WHERE notification_settings->'kinds' ?| '{reply, todo_due}';

CREATE UNIQUE INDEX activity_of_reminder ON activity (binder_id, user_id, item_id) WHERE kind = 'message_due';

-- item_id of page_commented is the comment, and of message_due the message: message_id is of its mention or reply.
-- Last and not validated, so that readers wait for a moment only.
ALTER TABLE activity
  DROP CONSTRAINT activity_kind_check,
  ADD CONSTRAINT activity_kind_check CHECK (kind IN (
    'mention', 'reply', 'approval_waiting', 'approval_decided', 'todo_assigned', 'todo_due', 'message_due',
    'meet_scheduled', 'meet_starting', 'meet_started', 'meet_missed', 'page_shared', 'page_commented', 'invitation'
  )) NOT VALID;
