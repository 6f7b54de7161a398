-- As whom a meet is recorded: the process that has it after another one died goes on. Empty once a host has stopped it, null when
-- it never began.
ALTER TABLE meets ADD COLUMN recorder_id text;
