-- Mails that notify a person. due_at: when the next is to be considered; null when nothing is new. claimed_until: while a
-- process sends it. began_at: when its first news came, which also identifies the mail; null when nothing is new.
CREATE TABLE mail_queue (
  user_id       text    NOT NULL PRIMARY KEY REFERENCES users (id),
  began_at      bigint,
  due_at        bigint,
  claimed_until bigint,
  sent_at       bigint  NOT NULL DEFAULT 0,
  attempts      integer NOT NULL DEFAULT 0
);
CREATE INDEX mail_queue_due ON mail_queue (coalesce(claimed_until, due_at)) WHERE coalesce(claimed_until, due_at) IS NOT NULL;

-- Up to where mails have notified a person of a binder.
CREATE TABLE mail_marks (
  binder_id   text   NOT NULL REFERENCES binders (id),
  user_id     text   NOT NULL REFERENCES users (id),
  message_id  bigint NOT NULL,
  activity_id bigint NOT NULL,
  PRIMARY KEY (binder_id, user_id)
);
CREATE INDEX mail_marks_of_user ON mail_marks (user_id);
