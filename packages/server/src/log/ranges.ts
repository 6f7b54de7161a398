/** Excludes `from`, includes `to`. */
export interface LogRange {
  binderId: string;
  from: number;
  to: number;
}

export const unreadRanges =
  'unnest($1::text[], $2::bigint[], $3::bigint[]) AS unread (binder_id, start, stop)';

export const unreadEntries = `${unreadRanges}
  JOIN binder_log l ON l.binder_id = unread.binder_id AND l.seq > unread.start AND l.seq <= unread.stop`;

export const rangeColumns = (ranges: readonly LogRange[]): [string[], number[], number[]] => [
  ranges.map(({ binderId }) => binderId),
  ranges.map(({ from }) => from),
  ranges.map(({ to }) => to),
];
