import type { EventUser } from '@ringbinder/protocol';
import type { Environment } from '../../../environment/environment.ts';
import { defineConsumer, findTraces, type LogRange } from '../../../log/index.ts';
import type { Transaction } from '../../../storage/database.ts';
import { isTracing } from '../../../tracing/index.ts';
import { botsAddedTopic } from '../../binders/index.ts';
import { type EventDraft, writeEvent, writeMessage } from '../events/index.ts';
import { appendBotEvents, type NewBotEvent } from './append.ts';
import { type Audience, createAudience } from './audience.ts';
import * as queries from './queries.ts';
import { findRepliedTo, type RepliedTo } from './replies.ts';

export type BotLogParts = Pick<Environment, 'db' | 'bus' | 'clock' | 'ids' | 'log' | 'basePath'>;

const MAX_ENTRIES = 1_000;
/** 5,000 events take about 100 ms and 5 MB of memory. */
const MAX_EVENTS_PER_CALL = 5_000;

const MAX_CHARACTERS_PER_CALL = 16 * 1024 ** 2;
const MAX_REPLIES = 50;

/** One transaction stores the cursor and the events, so a crash neither loses nor repeats events. */
export const botLog = defineConsumer<BotLogParts>({
  name: 'bots',
  batch: { binders: 100, entries: MAX_ENTRIES },
  cursorTopic: botsAddedTopic(''),
  async handle(env, tx, ranges) {
    const entries = limitReplies(await readEntries(tx, ranges));
    const audiences = await openAudiences(tx, ranges, entries);
    const { events, last } = makeEvents(env, entries, audiences, await findRepliedTo(env, tx, entries));
    if (events.length > 0) await appendBotEvents(env, tx, events);
    await saveInstalls(tx, audiences, last);
    return new Map([...last].map(([binderId, { seq }]) => [binderId, seq]));
  },
});

async function readEntries(tx: Transaction, ranges: readonly LogRange[]): Promise<TracedEntry[]> {
  const entries: TracedEntry[] = await queries.readEntries(tx, ranges);
  if (!isTracing()) return entries;
  const key = (of: { binder_id: string; seq: number }) => `${of.binder_id} ${of.seq}`;
  const traces = new Map((await findTraces(tx, ranges)).map((each) => [key(each), each.traceparent]));
  return entries.map((entry) => ({ ...entry, traceparent: traces.get(key(entry)) }));
}

type TracedEntry = queries.EntryRow & { traceparent?: string | undefined };

function limitReplies(entries: readonly TracedEntry[]): readonly TracedEntry[] {
  let replies = 0;
  const last = entries.findIndex(({ body }) => body.reply_to !== undefined && ++replies === MAX_REPLIES);
  return last === -1 ? entries : entries.slice(0, last + 1);
}

interface OpenAudience extends Audience {
  installedBefore: ReadonlySet<string>;
}

type Audiences = ReadonlyMap<string, OpenAudience>;

async function openAudiences(
  tx: Transaction,
  ranges: readonly LogRange[],
  entries: readonly queries.EntryRow[],
): Promise<Audiences> {
  const binderIds = ranges.map(({ binderId }) => binderId);
  const installed = Map.groupBy(await queries.findInstalls(tx, binderIds), ({ binder_id }) => binder_id);
  const joiningIds = entries.flatMap(({ kind, body, actor_id, is_bot }) =>
    kind === 'member_added' || kind === 'bot_enabled' ? [String(body.user_id)] : is_bot ? [actor_id] : [],
  );
  const userIds = [...installed.values()].flat().map(({ user_id }) => user_id);
  const bots = await queries.findBots(tx, [...new Set([...userIds, ...joiningIds])]);
  const byUser = new Map(bots.map((bot) => [bot.user_id, bot]));
  return new Map(
    binderIds.map((binderId) => {
      const installedBefore = new Set(installed.get(binderId)?.map(({ user_id }) => user_id));
      return [binderId, { ...createAudience(installedBefore, byUser), installedBefore }];
    }),
  );
}

interface EventBatch {
  events: NewBotEvent[];
  last: Map<string, queries.EntryRow>;
}

function makeEvents(
  env: BotLogParts,
  entries: readonly TracedEntry[],
  audiences: Audiences,
  repliedTo: RepliedTo,
): EventBatch {
  const events: NewBotEvent[] = [];
  const last = new Map<string, queries.EntryRow>();
  let characters = 0;
  for (const entry of entries) {
    if (events.length >= MAX_EVENTS_PER_CALL || characters >= MAX_CHARACTERS_PER_CALL) break;
    const { binder_id, seq, kind } = entry;
    last.set(binder_id, entry);
    try {
      const audience = audiences.get(binder_id);
      for (const event of audience ? eventsOf(env, entry, audience, repliedTo) : []) {
        events.push(event);
        characters += event.body.length;
      }
    } catch (error) {
      env.log.error(
        { err: error, binder_id, seq, kind },
        'bot events: building an event failed, entry skipped',
      );
    }
  }
  return { events, last };
}

function eventsOf(
  { ids }: BotLogParts,
  entry: TracedEntry,
  audience: Audience,
  repliedTo: RepliedTo,
): NewBotEvent[] {
  const { binder_id: binderId } = entry;
  const context = { binderId, repliedTo: (target: Parameters<RepliedTo>[1]) => repliedTo(binderId, target) };
  const eventTexts = new Map<EventDraft, string>();
  return audience.collect(entry, context).map(({ bot, draft }) => {
    const event = eventTexts.get(draft) ?? writeEvent(draft, causerOf(entry), entry.at);
    eventTexts.set(draft, event);
    const { kind } = draft;
    const messageId = ids.next('event');
    const to = { clientId: bot.client_id, orgId: bot.org_id };
    const body = writeMessage({ messageId, kind, binderId, to }, event);
    return { userId: bot.user_id, messageId, binderId, kind, body, traceparent: entry.traceparent };
  });
}

export function causerOf(entry: queries.EntryRow): EventUser {
  return {
    id: entry.actor_id,
    name: entry.actor_name ?? '',
    image_url: entry.image_url ?? '',
    email: entry.email ?? '',
    unique_id: entry.unique_id,
    is_bot: entry.is_bot ?? false,
  };
}

/** A binder without bots loses its cursor when its log is read to the end. */
async function saveInstalls(
  tx: Transaction,
  audiences: Audiences,
  last: ReadonlyMap<string, queries.EntryRow>,
): Promise<void> {
  const added: (queries.InstallRow & { at: number })[] = [];
  const removed: queries.InstallRow[] = [];
  const empty: { binderId: string; seq: number }[] = [];
  for (const [binder_id, { at, seq }] of last) {
    const audience = audiences.get(binder_id);
    if (!audience) continue;
    const [installedBefore, installed] = [audience.installedBefore, audience.installed()];
    for (const user_id of installed)
      if (!installedBefore.has(user_id)) added.push({ binder_id, user_id, at });
    for (const user_id of installedBefore) if (!installed.has(user_id)) removed.push({ binder_id, user_id });
    if (installed.size === 0) empty.push({ binderId: binder_id, seq });
  }
  if (added.length > 0 || removed.length > 0) await queries.changeInstalls(tx, { added, removed });
  if (empty.length > 0) await queries.deleteCursors(tx, empty);
}
