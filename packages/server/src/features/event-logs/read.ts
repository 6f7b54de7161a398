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
import { BINDERS_WITH_LOG, CONSUMER_NAME, findLogs, type LogOfBinder } from './queries.ts';

export type ClientLogParts = Pick<Environment, 'db' | 'bus' | 'clock' | 'ids' | 'log'>;

const MAX_EVENTS = 5_000;
/** The delay collects several entries of a busy binder. */
const DELAY_MS = 20;

export const clientLog = defineConsumer<ClientLogParts>({
  name: CONSUMER_NAME,
  batch: { binders: 100, entries: 1_000 },
  delayMs: DELAY_MS,
  onlyBinders: BINDERS_WITH_LOG,
  async handle(env, tx, ranges) {
    const binderIds = ranges.map(({ binderId }) => binderId);
    const logs = Map.groupBy(await findLogs(tx, binderIds), ({ binder_id }) => binder_id);
    if (logs.size === 0) return undefined;
    const lastSeqs = new Map(
      ranges.map(({ binderId, from, to }) => [binderId, logs.has(binderId) ? from : to]),
    );
    const events: NewBotEvent[] = [];
    for (const entry of await readEntries(
      tx,
      ranges.filter(({ binderId }) => logs.has(binderId)),
    )) {
      if (events.length >= MAX_EVENTS) break;
      lastSeqs.set(entry.binder_id, entry.seq);
      events.push(...eventsOf(env, entry, logs.get(entry.binder_id) ?? []));
    }
    if (events.length > 0) await appendBotEvents(env, tx, events);
    return lastSeqs;
  },
});

function eventsOf(env: ClientLogParts, entry: EntryRow, logs: readonly LogOfBinder[]): NewBotEvent[] {
  const { binder_id: binderId, seq, kind } = entry;
  const activeLogs = logs.filter(({ since }) => since <= entry.at);
  if (activeLogs.length === 0) return [];
  try {
    return buildClientEvents(binderId, entry).flatMap((draft) => {
      const event = writeEvent(draft, causerOf(entry), entry.at);
      return activeLogs.map(({ client_id: clientId, org_id: orgId }) => {
        const messageId = env.ids.next('event');
        const head = { messageId, kind: draft.kind, binderId, to: { clientId, orgId } };
        return { userId: clientId, messageId, binderId, kind: draft.kind, body: writeMessage(head, event) };
      });
    });
  } catch (error) {
    env.log.error(
      { err: error, binder_id: binderId, seq, kind },
      'client events: building an event failed, entry skipped',
    );
    return [];
  }
}
