-- needs: 0000
-- The language of people who have not chosen one.
ALTER TABLE orgs ADD COLUMN language text NOT NULL DEFAULT 'en';
-- Equal to `language` while neither the person nor an integrator has chosen one.
ALTER TABLE users ADD COLUMN default_language text DEFAULT 'en';
