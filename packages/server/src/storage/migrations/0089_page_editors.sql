-- needs: 0000
-- Claims of people who edit a note. A claim ends by itself, so its row may remain.
CREATE TABLE page_editors (
  binder_id   text   NOT NULL REFERENCES binders (id),
  page_id     bigint NOT NULL,
  user_id     text   NOT NULL,
  -- Chosen by the client, which differs in each tab.
  client_uuid text   NOT NULL,
  -- Milliseconds since 1970.
  until       bigint NOT NULL,
  PRIMARY KEY (binder_id, page_id),
  FOREIGN KEY (binder_id, user_id) REFERENCES binder_members (binder_id, user_id) ON DELETE CASCADE
) WITH (fillfactor = 70);
