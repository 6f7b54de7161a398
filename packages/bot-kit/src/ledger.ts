import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openLines } from './lines.ts';

/** Names an event of a bot: the org in which the bot is enabled, and the event's place in the bot's log there. */
export interface EventPosition {
  orgId: string;
  sequence: number;
}

/**
 * Remembers which events have been dealt with, so that one that comes twice has its effect once. Events of one binder
 * come in order, those of different binders do not, and one that was given up may be sent again much later: so it is
 * not one number, but all below a number and some above it.
 */
export interface EventLedger {
  /** Whether the event has been dealt with. */
  has(position: EventPosition): Promise<boolean>;
  /** Notes that it has. */
  add(position: EventPosition): Promise<void>;
  /** The last event up to which all have been dealt with by pulling; 0 at first. */
  cursor(orgId: string): Promise<number>;
  /** Moves it. */
  moveCursor(orgId: string, sequence: number): Promise<void>;
}

/** The most sequences that an org's ledger remembers; the oldest are forgotten. */
const MAX = 100_000;

class Numbers {
  readonly #seen = new Set<number>();
  cursor = 0;

  has(sequence: number): boolean {
    return sequence <= this.cursor || this.#seen.has(sequence);
  }

  add(sequence: number): void {
    this.#seen.add(sequence);
    if (this.#seen.size <= MAX) return;
    const [oldest = 0] = this.#seen;
    this.#seen.delete(oldest);
  }

  list(): number[] {
    return [...this.#seen];
  }
}

function createNumbers(): (orgId: string) => Numbers {
  const byOrg = new Map<string, Numbers>();
  return (orgId) => {
    const numbers = byOrg.get(orgId) ?? new Numbers();
    byOrg.set(orgId, numbers);
    return numbers;
  };
}

/** A ledger in memory: it forgets when the bot stops. */
export function memoryLedger(): EventLedger {
  const of = createNumbers();
  return {
    has: async ({ orgId, sequence }) => of(orgId).has(sequence),
    add: async ({ orgId, sequence }) => of(orgId).add(sequence),
    cursor: async (orgId) => of(orgId).cursor,
    async moveCursor(orgId, sequence) {
      of(orgId).cursor = Math.max(of(orgId).cursor, sequence);
    },
  };
}

/**
 * A ledger in a file, for a bot of one process: a line is added for each event, and is on the disk before `add` and
 * `moveCursor` end. Rejects with the system's error when the file cannot be read or written.
 */
export async function fileLedger(path: string): Promise<EventLedger> {
  const of = createNumbers();
  const orgs = new Set<string>();
  await mkdir(dirname(path), { recursive: true });
  for (const { kind, orgId, number } of await readLines(path)) {
    orgs.add(orgId);
    if (kind === 'cursor') of(orgId).cursor = number;
    else of(orgId).add(number);
  }
  const file = await openLines(path, () =>
    [...orgs].flatMap((orgId) => [
      `cursor ${orgId} ${of(orgId).cursor}`,
      ...of(orgId)
        .list()
        .filter((sequence) => sequence > of(orgId).cursor)
        .map((sequence) => `event ${orgId} ${sequence}`),
    ]),
  );
  return {
    has: async ({ orgId, sequence }) => of(orgId).has(sequence),
    async add({ orgId, sequence }) {
      await file.append(`event ${orgId} ${sequence}`);
      orgs.add(orgId);
      of(orgId).add(sequence);
    },
    cursor: async (orgId) => of(orgId).cursor,
    async moveCursor(orgId, sequence) {
      if (sequence <= of(orgId).cursor) return;
      await file.append(`cursor ${orgId} ${sequence}`);
      orgs.add(orgId);
      of(orgId).cursor = sequence;
    },
  };
}

async function readLines(path: string): Promise<{ kind: string; orgId: string; number: number }[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A line that a crash cut off has no end, and tells nothing.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '))
    .flatMap(([kind = '', orgId, number]) =>
      orgId && Number.isSafeInteger(Number(number)) ? [{ kind, orgId, number: Number(number) }] : [],
    );
}
