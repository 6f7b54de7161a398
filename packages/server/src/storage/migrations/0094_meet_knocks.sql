-- needs: 0000
-- When a guest last came to the lobby while no host was in the meet.
ALTER TABLE meets ADD COLUMN knocked_at bigint;
