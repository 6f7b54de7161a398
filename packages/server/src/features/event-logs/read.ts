import type { Environment } from '../../environment/environment.ts';
import { defineConsumer } from '../../log/index.ts';
import {
  appendBotEvents,
  causerOf,
  type EntryRow,
  type NewBotEvent,
  readEntries,
  writeEvent,
  writeMessage,
} from '../bots/index.ts';
import { buildClientEvents } from './build-event.ts';
import { BINDERS_WITH_LOG, CONSUMER, findLogs, type LogOfBinder } from './queries.ts';

export type ClientLogParts = Pick<Environment, 'db' | 'bus' | 'clock' | 'ids' | 'log'>;

/** Per step, because a partner may have many clients. */
const MAX_EVENTS = 5_000;
/** Collects the entries of busy binders, because integrators do not need each one at once. */
const DELAY_MS = 20;

export const clientLog = defineConsumer<ClientLogParts>({
  name: CONSUMER,
  batch: { binders: 100, entries: 1_000 },
  delayMs: DELAY_MS,
  onlyBinders: BINDERS_WITH_LOG,
  async handle(env, tx, ranges) {
    const binderIds = ranges.map(({ binderId }) => binderId);
    const logs = Map.groupBy(await findLogs(tx, binderIds), ({ binder_id }) => binder_id);
    if (logs.size === 0) return undefined;
    const reached = new Map(
      ranges.map(({ binderId, from, to }) => [binderId, logs.has(binderId) ? from : to]),
    );
    const events: NewBotEvent[] = [];
    for (const entry of await readEntries(
      tx,
      ranges.filter(({ binderId }) => logs.has(binderId)),
    )) {
      if (events.length >= MAX_EVENTS) break;
      reached.set(entry.binder_id, entry.seq);
      events.push(...eventsOf(env, entry, logs.get(entry.binder_id) ?? []));
    }
    if (events.length > 0) await appendBotEvents(env, tx, events);
    return reached;
  },
});

function eventsOf(env: ClientLogParts, entry: EntryRow, logs: readonly LogOfBinder[]): NewBotEvent[] {
  const { binder_id: binderId, seq, kind } = entry;
  const receiving = logs.filter(({ since }) => since <= entry.at);
  if (receiving.length === 0) return [];
  try {
    return buildClientEvents(binderId, entry).flatMap((built) => {
      const event = writeEvent(built, causerOf(entry), entry.at);
      return receiving.map(({ client_id: clientId, org_id: orgId }) => {
        const messageId = env.ids.next('event');
        const head = { messageId, kind: built.kind, binderId, to: { clientId, orgId } };
        return { userId: clientId, messageId, binderId, kind: built.kind, body: writeMessage(head, event) };
      });
    });
  } catch (error) {
    // An entry that cannot be converted must not block the log.
    env.log.error({ err: error, binder_id: binderId, seq, kind }, 'client events: entry skipped');
    return [];
  }
}
