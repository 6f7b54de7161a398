-- needs: 0000
-- The message that the to-do was created from. Null: none. The message may be deleted since.
ALTER TABLE todos ADD COLUMN message_id bigint;
