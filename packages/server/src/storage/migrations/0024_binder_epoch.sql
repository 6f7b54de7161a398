-- A binder's history has a name: whoever resumes at a sequence says of which history it is.

-- epoch: another one where history is replaced (an import, a reset), so that nobody goes on in the old one.
-- The default is volatile: each binder that is there gets its own.
ALTER TABLE binders
  ADD COLUMN epoch text NOT NULL DEFAULT left(replace(gen_random_uuid()::text, '-', ''), 12);
