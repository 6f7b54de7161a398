-- needs: 0000
-- The session_key of the first meet of the series. Null for the first meet itself, and without a series.
ALTER TABLE meets ADD COLUMN series_key text;
