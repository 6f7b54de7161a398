-- The order that the markup of an annotation asks for, by the id of its outermost group (ANN-10).
ALTER TABLE annotations
  ADD COLUMN draw_order double precision NOT NULL GENERATED ALWAYS AS (
    coalesce(
      substring(svg_tag FROM '^<g id="(?:a[0-9a-f]{12}-)+z(-?[0-9]{1,9}(?:\.[0-9]{1,6})?)"')::double precision,
      0
    )
  ) STORED;
