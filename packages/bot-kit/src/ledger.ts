import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openLines } from './lines.ts';

export interface EventPosition {
  orgId: string;
  sequence: number;
}

/** A failed event may be redelivered after later events were handled. */
export interface EventLedger {
  has(position: EventPosition): Promise<boolean>;
  add(position: EventPosition): Promise<void>;
  /** All events up to this number are handled. 0 initially. */
  cursor(orgId: string): Promise<number>;
  moveCursor(orgId: string, sequence: number): Promise<void>;
}

/** Events stored per org. Older ones are dropped. */
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

/** Loses its events when the bot stops. */
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
 * For one process only. `add` and `moveCursor` resolve when their line is on disk. Rejects with the system's
 * error.
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
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '))
    .flatMap(([kind = '', orgId, number]) =>
      orgId && Number.isSafeInteger(Number(number)) ? [{ kind, orgId, number: Number(number) }] : [],
    );
}
