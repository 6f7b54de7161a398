-- needs: 0000
-- Null: none.
ALTER TABLE pages ADD COLUMN description text;
