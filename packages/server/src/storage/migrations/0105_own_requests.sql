-- needs: 0000
CREATE INDEX transactions_open_of_creator ON transactions (creator_id)
  WHERE deleted_at IS NULL AND outcome IS NULL;
