-- needs: 0000
-- Members who declined a meet that started without a plan.
ALTER TABLE meets ADD COLUMN declined_ids text[] NOT NULL DEFAULT '{}';
