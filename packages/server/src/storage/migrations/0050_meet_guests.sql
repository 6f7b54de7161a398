-- What hosts have decided about guests of a meet, for as long as a guest's token is good: it holds where the meet goes on in another
-- process (docs/decisions/frame-access.md).
CREATE TABLE meet_guests (
  binder_id  text   NOT NULL,
  meet_id    bigint NOT NULL,
  -- Of the guest's token, which is stored nowhere.
  guest_id   text   NOT NULL,
  state      text   NOT NULL CHECK (state IN ('admitted', 'denied', 'removed')),
  decided_at bigint NOT NULL,
  PRIMARY KEY (binder_id, meet_id, guest_id),
  FOREIGN KEY (binder_id, meet_id) REFERENCES meets (binder_id, id)
);
CREATE INDEX meet_guests_decided ON meet_guests (decided_at);
