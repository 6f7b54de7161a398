-- needs: 0000
ALTER TABLE meets
  -- The members who are in the running meet, in the order in which they joined.
  ADD COLUMN present_ids text[] NOT NULL DEFAULT '{}',
  -- {user id: {by, at}} of members who were called into the running meet and have neither joined nor declined since.
  ADD COLUMN rings jsonb NOT NULL DEFAULT '{}';

-- The answer of an invited member. Null before it.
ALTER TABLE meet_invitations
  ADD COLUMN reply text CHECK (reply IN ('accepted', 'maybe', 'declined')),
  ADD COLUMN replied_at bigint;
