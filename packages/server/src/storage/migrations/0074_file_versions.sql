-- needs: 0000
-- The first version of a file that replaced another one. A file without it is a first version.
ALTER TABLE files ADD COLUMN first_file_id text;
