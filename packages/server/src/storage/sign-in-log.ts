import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../time/clock.ts';
import type { Database } from './database.ts';

export type SignInMethod =
  | 'password'
  | 'saml'
  | 'setup'
  | 'saml2-bearer'
  | 'unique-identifier'
  | 'bot'
  | 'authorization_code'
  | 'implicit'
  | 'refresh_token'
  | 'other';

export type SignInAction =
  | 'sign-in.accept'
  | 'sign-in.refuse'
  | 'sign-in.end'
  | 'token.grant'
  | 'token.refuse';

/** Contains no typed text, because people type passwords into the email field. */
export interface SignInEvent {
  action: SignInAction;
  method: SignInMethod;
  address: string;
  userId?: string | undefined;
  clientId?: string | undefined;
  reason?: string | undefined;
  /** True if a limit was reached, or a stolen token or code was used. */
  isAlarming?: boolean;
}

export interface SignInLog {
  record(event: SignInEvent): void;
  dropped(): number;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export const noSignInLog: SignInLog = {
  record: () => undefined,
  dropped: () => 0,
  flush: async () => undefined,
  close: async () => undefined,
};

interface Entry extends SignInEvent {
  number: number;
  firstAt: number;
  lastAt: number;
}

const FLUSH_MS = 1_000;
/** Further events are counted only by action and method. */
const MAX_ENTRIES = 1_000;
/** About 20 MB. */
const MAX_ROWS = 100_000;
const MAX_REASON_LENGTH = 300;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

/** Sign-ins never wait for the write. Equal events become one with a count. */
export function createSignInLog(
  db: Pick<Database, 'query'>,
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'warn'>,
  limits = { entries: MAX_ENTRIES, rows: MAX_ROWS },
): SignInLog {
  let entries = new Map<string, Entry>();
  let flushing: Promise<void> | undefined;
  let dropped = 0;
  let isFailing = false;

  function add(event: Entry): void {
    const { number, firstAt, lastAt, ...fields } = event;
    const key = JSON.stringify(fields);
    const known = entries.get(key);
    if (known) {
      known.number += number;
      known.firstAt = Math.min(known.firstAt, firstAt);
      known.lastAt = Math.max(known.lastAt, lastAt);
    } else if (entries.size < limits.entries || isSummary(fields)) entries.set(key, event);
    else add({ ...summaryOf(fields), number, firstAt, lastAt });
  }

  async function store(): Promise<void> {
    const batch = [...entries.values()];
    if (batch.length === 0) return;
    entries = new Map();
    try {
      const isStored = await insertEvents(db, batch, limits.rows);
      if (!isStored) drop(batch);
      if (isStored) isFailing = false;
    } catch (error) {
      warnOnce({ err: error }, 'sign-in events: storing failed, retrying');
      for (const entry of batch) add(entry);
    }
  }

  function drop(batch: readonly Entry[]): void {
    dropped += batch.reduce((sum, { number }) => sum + number, 0);
    warnOnce({ rows: limits.rows }, 'sign-in events: too many wait for the receiver, dropping new ones');
  }

  function warnOnce(fields: object, message: string): void {
    if (!isFailing) log.warn(fields, message);
    isFailing = true;
  }

  const flush = async () => {
    await flushing;
    flushing = store().finally(() => {
      flushing = undefined;
    });
    await flushing;
  };
  const timer = setInterval(() => {
    if (!flushing) void flush();
  }, FLUSH_MS).unref();

  return {
    record(event) {
      const at = clock.now();
      const { reason } = event;
      add({ ...event, reason: reason?.slice(0, MAX_REASON_LENGTH), number: 1, firstAt: at, lastAt: at });
    },
    dropped: () => dropped,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Without a receiver, rows would remain forever. */
export async function deleteOldSignIns(db: Pick<Database, 'query'>, now: number): Promise<void> {
  await db.query('DELETE FROM sign_in_events WHERE last_at < $1::bigint', [now - MAX_AGE_MS]);
}

const summaryOf = ({ action, method }: SignInEvent): SignInEvent => ({ action, method, address: '' });
const isSummary = ({ address, userId, reason }: SignInEvent) =>
  address === '' && userId === undefined && reason === undefined;

async function insertEvents(
  db: Pick<Database, 'query'>,
  entries: readonly Entry[],
  maxRows: number,
): Promise<boolean> {
  const all = <T>(of: (entry: Entry) => T) => entries.map(of);
  const rows = await db.query(
    `INSERT INTO sign_in_events (action, method, user_id, client_id, address, reason, is_alarming, number, first_at, last_at)
     SELECT e.action, e.method, e.user_id, c.id, e.address, e.reason, e.is_alarming, e.number, e.first_at, e.last_at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::bigint[],
       $9::bigint[], $10::bigint[])
       WITH ORDINALITY AS e (action, method, user_id, client_id, address, reason, is_alarming, number, first_at, last_at, place)
     LEFT JOIN clients c ON c.id = e.client_id
     WHERE (SELECT count(*) FROM (SELECT FROM sign_in_events LIMIT $11::bigint) AS waiting) < $11::bigint
     ORDER BY e.place RETURNING id`,
    [
      all(({ action }) => action),
      all(({ method }) => method),
      all(({ userId }) => userId ?? null),
      all(({ clientId }) => clientId ?? null),
      all(({ address }) => address),
      all(({ reason }) => reason ?? null),
      all(({ isAlarming }) => isAlarming ?? false),
      all(({ number }) => number),
      all(({ firstAt }) => firstAt),
      all(({ lastAt }) => lastAt),
      maxRows,
    ],
  );
  return rows.length > 0;
}
