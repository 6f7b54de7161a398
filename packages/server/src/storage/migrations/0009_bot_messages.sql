-- Messages with form: rich text, fields, buttons.

-- richtext: BBCode, as it was sent or came of a template. html: the safe HTML that it stands for.
-- buttons: [{id, type, text, payload?}].
ALTER TABLE messages
  ADD COLUMN richtext text,
  ADD COLUMN html text,
  ADD COLUMN fields jsonb,
  ADD COLUMN buttons jsonb;
