-- needs: 0000
-- The session_key of the first meet of the series. Null for the first meet itself, and without a series.
ALTER TABLE meets ADD COLUMN series_key text;
-- The `repeat` of the meet in the last mail. Null if the meet did not repeat, or an earlier version sent the mail.
ALTER TABLE meet_invitations ADD COLUMN mailed_repeat jsonb;
-- The calendar day of a due date without a time, which `due_at` is in. Null: the time counts.
ALTER TABLE transactions ADD COLUMN due_day date;
-- Cards of binders mark an unread invitation. Older invitations are not news.
CREATE INDEX activity_invitations ON activity (user_id, binder_id) WHERE kind = 'invitation' AND read_at IS NULL;
UPDATE activity SET read_at = created_at
WHERE kind = 'invitation' AND read_at IS NULL AND created_at < (extract(epoch FROM now()) - 7 * 86400) * 1000;
