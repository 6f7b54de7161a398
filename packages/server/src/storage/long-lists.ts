/** A thousand texts of maximum length would be 260 MB. */
const MAX_BYTES = 8 * 1024 ** 2;

export interface ListedRow extends Record<string, unknown> {
  /** False for a row that only shows that the list continues. */
  fits: boolean;
}

/**
 * `fits` is false for rows above the limit, except for the first row. Read the text as `CASE WHEN fits THEN
 * text ELSE '' END`, so that PostgreSQL does not fetch other texts. `list` must end in ORDER BY … LIMIT ….
 */
export function endingWhereLong(list: string, text: string, order: string): string {
  return `WITH found AS (${list}), listed AS (
    SELECT *, coalesce(sum(octet_length(${text})) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      < ${MAX_BYTES} AS fits FROM found
  )`;
}

export function countFitting(rows: readonly ListedRow[], limit: number): number {
  return Math.min(limit, rows.filter(({ fits }) => fits).length);
}
