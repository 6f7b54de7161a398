-- Meets: live conversations of the people of a binder, planned or begun at once.

CREATE TABLE meets (
  binder_id      text    NOT NULL REFERENCES binders (id),
  id             bigint  NOT NULL,
  -- By which it is named outside. Who knows it still has to be a member.
  session_key    text    NOT NULL UNIQUE,
  name           text    NOT NULL,
  agenda         text    NOT NULL,
  state          text    NOT NULL
    CHECK (state IN ('SESSION_SCHEDULED', 'SESSION_STARTED', 'SESSION_ENDED', 'SESSION_DELETED')),
  host_id        text    NOT NULL REFERENCES users (id),
  auto_recording boolean NOT NULL,
  sends_mail     boolean NOT NULL,
  -- As planned; of one that was begun at once, when it was, and no end.
  starts_at      bigint  NOT NULL,
  ends_at        bigint,
  started_at     bigint,
  ended_at       bigint,
  reminded_at    bigint,
  is_locked      boolean NOT NULL DEFAULT false,
  -- The sequence in the binder's log of its last change, and how often its plan was changed (RFC 5545, SEQUENCE).
  revision       bigint  NOT NULL,
  plan_sequence  integer NOT NULL DEFAULT 0,
  -- The process that it runs on, until its lease ends.
  node_id          text,
  node_lease_until bigint,
  created_at     bigint  NOT NULL,
  updated_at     bigint  NOT NULL,
  PRIMARY KEY (binder_id, id)
);
CREATE INDEX meets_by_time ON meets (binder_id, starts_at);
CREATE INDEX meets_planned ON meets (starts_at) WHERE state = 'SESSION_SCHEDULED';
CREATE INDEX meets_running ON meets (node_lease_until) WHERE state = 'SESSION_STARTED';

-- Links by which people without an account ask to be let in. What opens one is its id with our signature, stored nowhere.
CREATE TABLE meet_guest_links (
  binder_id  text   NOT NULL,
  meet_id    bigint NOT NULL,
  id         text   NOT NULL UNIQUE,
  created_by text   NOT NULL REFERENCES users (id),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (binder_id, meet_id, id),
  FOREIGN KEY (binder_id, meet_id) REFERENCES meets (binder_id, id)
);
CREATE INDEX meet_guest_links_expired ON meet_guest_links (expires_at);

-- Who was asked to come.
CREATE TABLE meet_invitations (
  binder_id   text   NOT NULL,
  meet_id     bigint NOT NULL,
  user_id     text   NOT NULL REFERENCES users (id),
  invited_by  text   NOT NULL REFERENCES users (id),
  message     text   NOT NULL,
  created_at  bigint NOT NULL,
  -- When a mail is to be sent; null when there is none, or it was sent.
  mail_due_at bigint,
  mailed_at   bigint,
  PRIMARY KEY (binder_id, meet_id, user_id),
  FOREIGN KEY (binder_id, meet_id) REFERENCES meets (binder_id, id)
);
CREATE INDEX meet_invitations_to_mail ON meet_invitations (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX meet_invitations_of_user ON meet_invitations (user_id, mailed_at) WHERE mailed_at IS NOT NULL;

-- Recordings that became pages of the binder.
CREATE TABLE meet_recordings (
  binder_id  text   NOT NULL,
  meet_id    bigint NOT NULL,
  file_id    text   NOT NULL,
  page_id    bigint NOT NULL,
  -- What it was recorded from and to.
  started_at bigint NOT NULL,
  ended_at   bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (binder_id, meet_id, file_id),
  FOREIGN KEY (binder_id, meet_id) REFERENCES meets (binder_id, id)
);
