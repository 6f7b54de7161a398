-- needs: 0000
ALTER TABLE activity
  DROP CONSTRAINT activity_kind_check,
  ADD CONSTRAINT activity_kind_check CHECK (kind IN (
    'mention', 'reply', 'approval_waiting', 'approval_decided', 'todo_assigned', 'todo_due', 'meet_scheduled',
    'meet_starting', 'meet_started', 'meet_missed', 'page_shared', 'page_commented', 'invitation'
  ));

-- People who chose their kinds receive comments as they receive replies.
UPDATE users SET notification_settings = jsonb_set(notification_settings, '{kinds}', notification_settings->'kinds' || '"page_commented"')
WHERE notification_settings->'kinds' ? 'reply';
