import type { MemberType, RealtimeEntry } from '@ringbinder/protocol';
import type { BinderRole } from '../../access/index.ts';

export interface SentEntry {
  seq: number;
  json: string;
  /** Id of the user whose membership ends, or `everyone` if the binder is deleted. */
  ends: string | 'everyone' | undefined;
  member: { userId: string; role: BinderRole } | undefined;
}

const ROLES: Record<MemberType, BinderRole> = {
  BOARD_OWNER: 'owner',
  BOARD_READ_WRITE: 'editor',
  BOARD_READ_ONLY: 'viewer',
};

const MAX_ENTRIES = 400;
const MAX_BYTES = 4 * 1024 ** 2;

export interface LogTail {
  readonly seq: number;
  push(entries: readonly SentEntry[]): void;
  after(seq: number): readonly SentEntry[] | undefined;
}

export function createTail(seq: number): LogTail {
  let entries: SentEntry[] = [];
  let bytes = 0;
  return {
    get seq() {
      return entries.at(-1)?.seq ?? seq;
    },
    push(more) {
      entries.push(...more);
      for (const { json } of more) bytes += json.length;
      let dropped = 0;
      while (dropped < entries.length - 1 && (entries.length - dropped > MAX_ENTRIES || bytes > MAX_BYTES))
        bytes -= entries[dropped++]?.json.length ?? 0;
      if (dropped > 0) entries = entries.slice(dropped);
    },
    after(from) {
      if (from >= this.seq) return [];
      const first = entries[0]?.seq ?? Number.POSITIVE_INFINITY;
      return from + 1 >= first ? entries.slice(from + 1 - first) : undefined;
    },
  };
}

export function sentEntry(entry: RealtimeEntry): SentEntry {
  return { seq: entry.seq, json: JSON.stringify(entry), ends: endOf(entry), member: memberOf(entry) };
}

function endOf({ kind, body }: RealtimeEntry): SentEntry['ends'] {
  if (kind === 'binder_deleted') return 'everyone';
  return kind === 'member_removed' ? (body as { user_id: string }).user_id : undefined;
}

function memberOf({ kind, body }: RealtimeEntry): SentEntry['member'] {
  if (kind !== 'member_changed') return undefined;
  const { user_id: userId, type } = body as { user_id: string; type: MemberType };
  return { userId, role: ROLES[type] };
}
