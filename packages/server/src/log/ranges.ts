/** The entries of a binder's log after `from`, up to and including `to`. */
export interface LogRange {
  binderId: string;
  from: number;
  to: number;
}

/** SQL for the ranges as a table `unread (binder_id, start, stop)`. Its parameters are those of `rangeColumns`, from $1 on. */
export const unreadRanges =
  'unnest($1::text[], $2::bigint[], $3::bigint[]) AS unread (binder_id, start, stop)';

/** SQL for the entries `l` of the ranges in `unreadRanges`. */
export const unreadEntries = `${unreadRanges}
  JOIN binder_log l ON l.binder_id = unread.binder_id AND l.seq > unread.start AND l.seq <= unread.stop`;

export const rangeColumns = (ranges: readonly LogRange[]): [string[], number[], number[]] => [
  ranges.map(({ binderId }) => binderId),
  ranges.map(({ from }) => from),
  ranges.map(({ to }) => to),
];
