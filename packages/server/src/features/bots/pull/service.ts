import type { BotEvent } from '@ringbinder/protocol';
import type { Actor } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { forbidden, invalid, preconditionFailed } from '../../../errors.ts';
import type { CallerWatch } from '../../../http/index.ts';
import { withoutSlot } from '../../../limits/call-class.ts';
import { createSequencePoller, subscribe } from '../../../log/index.ts';
import { findEvents, findLatestSequences, type PulledRow } from './queries.ts';

/** Which part of its log a bot asks for; `waitMs` is how long it waits for the first event. */
export interface PullRange {
  after: number;
  limit: number;
  waitMs: number;
}

export interface PulledPart {
  events: { sequence: number; message: BotEvent }[];
  next: number;
}

/**
 * Gives a bot the events after a sequence, in order and without a gap. Waits for the first when there is none yet: until
 * the time is over, `gone` aborts or the server stops, and then gives none. After 0 it begins with the oldest that is
 * kept. Throws forbidden for who is no bot, a 400 for a sequence that the log does not have yet, precondition failed
 * when events after the sequence are no longer kept, and the refusal when the bot's token ends while it waits.
 */
export type Pull = (
  actor: Actor,
  range: PullRange,
  gone: AbortSignal,
  beginWatch: () => CallerWatch,
) => Promise<PulledPart>;

export function createPull(env: Environment): Pull {
  const poller = createSequencePoller((userIds) => findLatestSequences(env.db, userIds));
  return async (actor, { waitMs, ...range }, gone, beginWatch) => {
    if (waitMs === 0) return readPart(env, actor, range);
    const watch = beginWatch();
    const over = new AbortController();
    const end = () => over.abort();
    const causes = [gone, env.closing, watch.signal];
    for (const cause of causes) cause.addEventListener('abort', end);
    if (causes.some(({ aborted }) => aborted)) end();
    const timer = setTimeout(end, waitMs);
    const subscription = subscribe({ bus: env.bus, poller }, actor.userId, over.signal);
    try {
      subscription.reset();
      let part = await readPart(env, actor, range);
      while (part.events.length === 0 && !over.signal.aborted) {
        await withoutSlot(subscription.waitForEntries(range.after));
        if (gone.aborted) break;
        subscription.reset();
        part = await readPart(env, actor, range);
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
  actor: Actor,
  { after, limit }: Omit<PullRange, 'waitMs'>,
): Promise<PulledPart> {
  const rows = await findEvents(env.db, { userId: actor.userId, after, limit });
  const [first] = rows;
  if (!first) throw forbidden('only bots have events');
  if (after > first.last_sequence)
    throw invalid('after', `is past the last sequence of the bot, which is ${first.last_sequence}`);
  const events = unbroken(rows.filter(isEvent), after);
  const kept = rows.find(isEvent)?.sequence ?? first.last_sequence + 1;
  if (events.length === 0 && after > 0 && kept > after + 1) throw forgotten(after, kept);
  return {
    events: events.map(({ sequence, body }) => ({ sequence, message: JSON.parse(body) })),
    next: events.at(-1)?.sequence ?? after,
  };
}

type EventRow = PulledRow & { sequence: number };

function isEvent(row: PulledRow): row is EventRow {
  return row.sequence !== null;
}

/** The rows up to the first gap, so that nobody skips events that are no longer kept without an error. */
function unbroken(rows: EventRow[], after: number): EventRow[] {
  const from = after === 0 ? (rows[0]?.sequence ?? 1) : after + 1;
  const end = rows.findIndex(({ sequence }, index) => sequence !== from + index);
  return end === -1 ? rows : rows.slice(0, end);
}

function forgotten(after: number, kept: number) {
  const message = `${after} is too old: events up to ${kept - 1} are no longer kept; go on with after=${kept - 1}`;
  return preconditionFailed(`after ${message}`, [{ path: 'after', message }]);
}
