import type { Environment } from '../../../environment/environment.ts';
import { fieldPreconditionFailed, invalid } from '../../../errors.ts';
import type { CallerWatch } from '../../../http/index.ts';
import { withoutSlot } from '../../../limits/call-class.ts';
import { createSequencePoller, subscribe } from '../../../log/index.ts';
import { findEvents, findLatestSequences, type PulledRow } from './queries.ts';

/** A bot's user id or a client's id. */
export interface LogReader {
  id: string;
  noLog(): Error;
}

export interface PullRange {
  after: number;
  limit: number;
  waitMs: number;
}

export interface PulledPart {
  events: { sequence: number; message: unknown }[];
  next: number;
}

/** If `after` is 0, the list starts with the oldest event. */
export type Pull = (
  reader: LogReader,
  range: PullRange,
  disconnected: AbortSignal,
  beginWatch: () => Pick<CallerWatch, 'signal' | 'end'>,
) => Promise<PulledPart>;

export function createPull(env: Environment): Pull {
  const poller = createSequencePoller((userIds) => findLatestSequences(env.db, userIds));
  return async (reader, { waitMs, ...range }, disconnected, beginWatch) => {
    if (waitMs === 0) return readPart(env, reader, range);
    const watch = beginWatch();
    const waitEnd = new AbortController();
    const end = () => waitEnd.abort();
    const causes = [disconnected, env.closing, watch.signal];
    for (const cause of causes) cause.addEventListener('abort', end);
    if (causes.some(({ aborted }) => aborted)) end();
    const timer = setTimeout(end, waitMs);
    const subscription = subscribe({ bus: env.bus, poller }, reader.id, waitEnd.signal);
    try {
      subscription.reset();
      let part = await readPart(env, reader, range);
      while (part.events.length === 0 && !waitEnd.signal.aborted) {
        await withoutSlot(subscription.waitForEntries(range.after));
        if (disconnected.aborted) break;
        subscription.reset();
        part = await readPart(env, reader, range);
      }
      watch.signal.throwIfAborted();
      return part;
    } finally {
      clearTimeout(timer);
      subscription.close();
      watch.end();
      for (const cause of causes) cause.removeEventListener('abort', end);
    }
  };
}

async function readPart(
  env: Environment,
  { id, noLog }: LogReader,
  { after, limit }: Omit<PullRange, 'waitMs'>,
): Promise<PulledPart> {
  const rows = await findEvents(env.db, { userId: id, after, limit });
  const [first] = rows;
  if (!first) throw noLog();
  if (after > first.last_sequence)
    throw invalid('after', `is past the last sequence of the log, which is ${first.last_sequence}`);
  const events = untilFirstGap(rows.filter(isEvent), after);
  const oldestSequence = rows.find(isEvent)?.sequence ?? first.last_sequence + 1;
  if (events.length === 0 && after > 0 && oldestSequence > after + 1)
    throw eventsDeleted(after, oldestSequence);
  return {
    events: events.map(({ sequence, body }) => ({ sequence, message: JSON.parse(body) })),
    next: events.at(-1)?.sequence ?? after,
  };
}

type EventRow = PulledRow & { sequence: number };

function isEvent(row: PulledRow): row is EventRow {
  return row.sequence !== null;
}

/** A gap means that events were deleted. The next pull reports it. */
function untilFirstGap(rows: EventRow[], after: number): EventRow[] {
  const from = after === 0 ? (rows[0]?.sequence ?? 1) : after + 1;
  const end = rows.findIndex(({ sequence }, index) => sequence !== from + index);
  return end === -1 ? rows : rows.slice(0, end);
}

function eventsDeleted(after: number, oldestSequence: number) {
  const message = `${after} is too old: events up to ${oldestSequence - 1} have been deleted; continue with after=${oldestSequence - 1}`;
  return fieldPreconditionFailed('after', message);
}
