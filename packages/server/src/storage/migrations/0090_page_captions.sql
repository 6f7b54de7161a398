-- needs: 0000
-- Captions and descriptions that people added to pages with sound or video.
CREATE TABLE page_captions (
  binder_id text   NOT NULL,
  page_id   bigint NOT NULL,
  -- 'captions' or 'descriptions'.
  kind      text   NOT NULL,
  -- A BCP 47 tag; 'und' if nobody gave one.
  language  text   NOT NULL,
  -- WebVTT, as the server writes it.
  vtt       text   NOT NULL,
  PRIMARY KEY (binder_id, page_id, kind)
);
