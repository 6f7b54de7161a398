-- needs: 0000
-- Named groups of the documents of a binder. Earlier releases show the pages without them.
CREATE TABLE sections (
  binder_id  text    NOT NULL REFERENCES binders (id),
  id         bigint  NOT NULL,
  name       text    NOT NULL,
  position   integer NOT NULL,
  created_at bigint  NOT NULL,
  updated_at bigint  NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (binder_id, id)
);
-- Null: in no section. Deleting a section makes it null.
ALTER TABLE pages ADD COLUMN section_id bigint;
