-- needs: 0000
-- Digests of the person's email address and unique id, which name the person in log entries about invitations.
ALTER TABLE erasures ADD COLUMN addresses text[] NOT NULL DEFAULT '{}';
