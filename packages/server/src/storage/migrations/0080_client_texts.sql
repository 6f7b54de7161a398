-- needs: 0000
-- Names of the sections of a binder in embedded modules, by id and language.
ALTER TABLE clients ADD COLUMN texts jsonb NOT NULL DEFAULT '{}';
