-- needs: 0000
-- The calendar day of a due date without a time, which `due_at` is in. Null: the time counts.
ALTER TABLE todos ADD COLUMN due_day date;
