-- Which history a chain's head belongs to: an import or a relinking begins another one, so that no process goes on with links
-- of before where the chain ends at the same seq again. Null for heads of before. Not a default of ADD COLUMN: that would
-- rewrite the table.
ALTER TABLE binder_chain_heads ADD COLUMN history text;
ALTER TABLE binder_chain_heads
  ALTER COLUMN history SET DEFAULT left(replace(gen_random_uuid()::text, '-', ''), 12);
