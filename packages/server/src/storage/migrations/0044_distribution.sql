-- What PostgreSQL could not keep for binders that are spread over several servers (docs/decisions/distribution.md): that a
-- value is there once in all of them, and that what lies beside them names one that is there. These ids are 128 random
-- bits, and a binder’s row is never deleted.
ALTER TABLE meets DROP CONSTRAINT meets_session_key_key;
CREATE INDEX meets_by_session_key ON meets (session_key);
ALTER TABLE meet_guest_links DROP CONSTRAINT meet_guest_links_id_key;
CREATE INDEX meet_guest_links_by_id ON meet_guest_links (id);
ALTER TABLE step_links DROP CONSTRAINT step_links_id_key;
CREATE INDEX step_links_by_id ON step_links (id);
ALTER TABLE view_links DROP CONSTRAINT view_links_id_key;
CREATE INDEX view_links_by_id ON view_links (id);
ALTER TABLE direct_binders DROP CONSTRAINT direct_binders_binder_id_fkey;
