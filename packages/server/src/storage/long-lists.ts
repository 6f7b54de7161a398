/** What one list gives at the most, in bytes of text: a thousand of the longest texts would be 260 MB. */
const MAX_BYTES = 8 * 1024 ** 2;

/** A row of a list of texts that may be long. */
export interface ListedRow extends Record<string, unknown> {
  /** Whether it is within what one list gives; one that is not only tells that there is more. */
  fits: boolean;
}

/**
 * The head of a statement whose list, `listed`, ends where its texts get long: `fits` says of each row whether it is
 * within what one list gives, which the first always is. To be read as `CASE WHEN fits THEN text ELSE '' END`, so that
 * PostgreSQL does not even fetch the texts of the others.
 * @param list a statement that ends in ORDER BY … LIMIT …
 * @param text its long column
 * @param order the columns of its order
 */
export function endingWhereLong(list: string, text: string, order: string): string {
  return `WITH found AS (${list}), listed AS (
    SELECT *, coalesce(sum(octet_length(${text})) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      < ${MAX_BYTES} AS fits FROM found
  )`;
}

/** How many rows to give: those that fit, `limit` at the most. */
export function countFitting(rows: readonly ListedRow[], limit: number): number {
  return Math.min(limit, rows.filter(({ fits }) => fits).length);
}
