import { signal } from '@preact/signals';
import { type MessageWindow, unwrap } from '@ringbinder/client';
import type { Activity, RealtimeEntry } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { formatHour, formatTime } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { memberLines as text } from '../strings/messages/member-lines.ts';
import { namesOf } from '../strings/names.ts';
import type { ExtraRows } from './chat-state.ts';
import { dayKey } from './days.ts';
import { type Row, timeOf } from './rows.ts';

interface Person {
  id: string;
  name: string;
}

interface MemberChange {
  seq: number;
  at: number;
  kind: 'added' | 'removed' | 'left';
  actor: Person;
  user: Person;
}

/** In milliseconds. Both times belong to the period. */
interface Period {
  from: number;
  to: number;
}

const MAX_COUNT = 1_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

export function openMemberLines({ client, id, replica }: BinderContext, window: MessageWindow): ExtraRows {
  const closing = new AbortController();
  const known = new Map<number, MemberChange>();
  const changes = signal<readonly MemberChange[]>([]);
  let epoch = replica.position?.epoch;
  let read: Period | undefined;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;

  function add(found: readonly MemberChange[]): void {
    const fresh = found.filter(({ seq }) => !known.has(seq));
    if (fresh.length === 0) return;
    for (const change of fresh) known.set(change.seq, change);
    changes.value = [...known.values()].toSorted((one, other) => one.seq - other.seq);
  }

  async function readChanges(from: number, until: number): Promise<void> {
    const startEpoch = epoch;
    const query = {
      object_type: 'user',
      timestamp: from,
      count: MAX_COUNT,
      ...(until < Infinity && { until }),
    } as const;
    const { feeds } = await unwrap(
      client.api.GET('/{binder_id}/conversations', {
        params: { path: { binder_id: id }, query },
        signal: closing.signal,
      }),
    );
    if (epoch !== startEpoch) return;
    add(feeds.flatMap(changeOf));
    const oldest = Date.parse(feeds.at(-1)?.published ?? '');
    if (feeds.length === MAX_COUNT && oldest < until) await readChanges(from, oldest);
  }

  async function readMissing(): Promise<void> {
    const period = periodOf(window);
    if (replica.status.status !== 'live' || (read && contains(read, period))) return;
    const until = read?.to === period.to ? read.from : period.to;
    read = period;
    try {
      await readChanges(period.from, until);
      wait = FIRST_WAIT_MS;
    } catch {
      if (closing.signal.aborted) return;
      read = undefined;
      clearTimeout(retrying);
      retrying = setTimeout(() => void readMissing(), wait);
      wait = Math.min(MAX_WAIT_MS, wait * 2);
    }
  }
  void readMissing();

  const stops = [
    window.onChange(() => void readMissing()),
    replica.onChange((change) => {
      if (change.type === 'entries') return add(change.entries.flatMap(changeIn));
      if (change.type === 'snapshot') {
        read = undefined;
        if (replica.position?.epoch !== epoch) {
          epoch = replica.position?.epoch;
          known.clear();
          changes.value = [];
        }
      }
      void readMissing();
    }),
  ];

  return {
    among: (rows, isEnd) => among(rows, changes.value, isEnd),
    close() {
      closing.abort();
      clearTimeout(retrying);
      for (const stop of stops) stop();
    },
  };
}

function periodOf({ messages, hasOlder, hasNewer }: MessageWindow): Period {
  const [first, last] = [messages[0], messages.at(-1)];
  return {
    from: hasOlder && first ? first.created_time : 0,
    to: hasNewer && last ? last.created_time : Infinity,
  };
}

const contains = (outer: Period, inner: Period) => outer.from <= inner.from && outer.to >= inner.to;

const VERBS: Readonly<Record<string, 'added' | 'removed'>> = {
  create: 'added',
  delete: 'removed',
  member_added: 'added',
  member_removed: 'removed',
};

/** The server posts a message about an accepted invitation. Erased people have no name. */
function describe(entry: Pick<MemberChange, 'seq' | 'at' | 'actor' | 'user'>, verb: string): MemberChange[] {
  const kind = VERBS[verb];
  if (!kind || entry.user.name === '') return [];
  if (entry.actor.id !== entry.user.id) return [{ ...entry, kind }];
  return kind === 'removed' ? [{ ...entry, kind: 'left' }] : [];
}

function changeOf({ id, published, actor, verb, object }: Activity): MemberChange[] {
  const user = { id: object.id, name: object.name ?? '' };
  return describe({ seq: Number(id), at: Date.parse(published), actor, user }, verb);
}

function changeIn({ seq, at, actor, kind, body }: RealtimeEntry): MemberChange[] {
  const { user_id = '', name = '' } = body as { user_id?: string; name?: string };
  return describe({ seq, at, actor, user: { id: user_id, name } }, kind);
}

function among(rows: readonly Row[], changes: readonly MemberChange[], isEnd: boolean): Row[] {
  const first = rows.findIndex((row) => 'id' in row);
  const begin = timeOfRow(rows, first);
  let next = changes.findIndex(({ at }) => at > begin);
  if (first < 0 || next < 0) return [...rows];
  const all: Row[] = rows.slice(0, first + 1);
  let day = dayKey(begin);
  const insertUntil = (time: number) => {
    const from = next;
    while ((changes[next]?.at ?? Infinity) <= time) next++;
    const lines = changes.slice(from, next);
    for (const group of grouped(lines)) {
      const { at } = group.at(-1) as MemberChange;
      if (dayKey(at) !== day) all.push({ type: 'day', key: `day ${dayKey(at)}`, at });
      day = dayKey(at);
      all.push(lineOf(group));
    }
    return lines.length > 0;
  };
  for (const [index, row] of rows.entries()) {
    if (index <= first) continue;
    const hasLine = insertUntil(timeOfRow(rows, index));
    if (row.type === 'day') day = dayKey(row.at);
    all.push(hasLine && 'startsGroup' in row ? { ...row, startsGroup: true } : row);
  }
  if (isEnd) insertUntil(Number.MAX_SAFE_INTEGER);
  return all;
}

function timeOfRow(rows: readonly Row[], index: number): number {
  const row = rows[index];
  if (!row) return Infinity;
  if (row.type === 'day') return Number(dayKey(row.at)) - 1;
  return 'id' in row ? timeOf(row) : timeOfRow(rows, index + 1);
}

function grouped(changes: readonly MemberChange[]): MemberChange[][] {
  const groups: MemberChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group?.[0] && isTogether(group[0], change)) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

const isTogether = (one: MemberChange, other: MemberChange) =>
  one.kind === other.kind &&
  (one.kind === 'left' || one.actor.id === other.actor.id) &&
  dayKey(one.at) === dayKey(other.at);

function lineOf(group: readonly MemberChange[]): Row {
  const [{ seq, kind, actor }] = group as [MemberChange];
  const { at } = group.at(-1) as MemberChange;
  const names = [...new Map(group.map(({ user }) => [user.id, user.name])).values()];
  const words =
    kind === 'left' ? text.left(names.length, namesOf(names)) : text[kind](actor.name, namesOf(names));
  const key = `line ${seq}`;
  return { type: 'line', key, content: <MemberLine key={key} words={words} at={at} /> };
}

function MemberLine({ words, at }: { words: string; at: number }) {
  return (
    <li class="message system first">
      <div class="gutter">
        <Glyph name="person" />
      </div>
      <p class="message-head">
        <bdi>{words}</bdi>
        <time class="message-time" dateTime={new Date(at).toISOString()} title={formatTime(at)}>
          {formatHour(at)}
        </time>
      </p>
    </li>
  );
}
