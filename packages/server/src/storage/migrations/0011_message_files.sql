-- What comes with a message beside its words.

-- file: {id, name, mime_type} of the file of the binder that came with it, as it was then.
-- audio: {sha256, size, mime_type, name} of its sound, whose bytes are a blob. It belongs to the message alone.
ALTER TABLE messages
  ADD COLUMN file jsonb,
  ADD COLUMN audio jsonb;
