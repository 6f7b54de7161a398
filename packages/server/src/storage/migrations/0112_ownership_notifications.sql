-- needs: 0000
-- People who chose their kinds learn of ownership as they learn of new binders.
UPDATE users SET notification_settings = jsonb_set(notification_settings, '{kinds}', notification_settings->'kinds' || '["ownership"]')
WHERE notification_settings->'kinds' ? 'invitation';

-- Last and not validated, so that readers wait for a moment only.
ALTER TABLE activity
  DROP CONSTRAINT activity_kind_check,
  ADD CONSTRAINT activity_kind_check CHECK (kind IN (
    'mention', 'reply', 'approval_waiting', 'approval_decided', 'todo_assigned', 'todo_due', 'message_due',
    'meet_scheduled', 'meet_starting', 'meet_started', 'meet_missed', 'page_shared', 'page_commented', 'invitation',
    'ownership'
  )) NOT VALID;
