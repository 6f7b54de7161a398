import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AuditAddress } from '../../../config/audit-address.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { PeriodicJob } from '../../../environment/periodic-jobs.ts';
import { type Metrics, singleFlight } from '../../../http/index.ts';
import { findEntriesBetween } from '../queries.ts';
import { type StreamEvent, sendEvents } from './destination.ts';
import { toOcsf } from './ocsf.ts';
import {
  claimSignIns,
  claimStream,
  deleteSignIns,
  findBacklog,
  findHorizon,
  findWriters,
  type Horizon,
  moveStream,
  releaseSignIns,
  releaseStream,
} from './queries.ts';
import { signInToOcsf } from './sign-ins.ts';

const EVERY_MS = 1_000;
const BATCH = 200;

const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Sends entries in order, each at least once. */
export function createAuditStream(address: AuditAddress): PeriodicJob {
  const processId = randomUUID();
  let horizon: Horizon | undefined;
  let isFailing = false;

  /** Undefined while earlier transactions are still writing. */
  async function findSendableId({ db }: Environment): Promise<number | undefined> {
    horizon ??= await findHorizon(db);
    if (!horizon) return undefined;
    const { id, writers } = horizon;
    if (writers.size > 0) {
      const current = await findWriters(db);
      if ([...writers].some((writer) => current.has(writer))) return undefined;
    }
    horizon = undefined;
    return id;
  }

  async function sendBatch(env: Environment, upTo: number): Promise<boolean> {
    const from = await claimStream(env.db, processId, upTo);
    if (from === undefined) return false;
    const rows = await findEntriesBetween(env.db, from, upTo, BATCH);
    if (rows.length > 0) {
      const events = rows.map((row) => toOcsf(row, version));
      await send(env, events);
    }
    const isEnd = rows.length < BATCH;
    const to = isEnd ? upTo : (rows.at(-1)?.id ?? upTo);
    return (await moveStream(env.db, processId, { from, to, isEnd })) && !isEnd;
  }

  async function send(env: Environment, events: readonly StreamEvent[]): Promise<void> {
    await sendEvents(address, events);
    if (isFailing) env.log.info('audit stream: the receiver accepts entries again');
    isFailing = false;
  }

  async function sendSignIns(env: Environment): Promise<boolean> {
    const rows = await claimSignIns(env.db, BATCH);
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => id);
    try {
      const events = rows.map((row) => signInToOcsf(row, version));
      await send(env, events);
    } catch (error) {
      await releaseSignIns(env.db, ids).catch(() => undefined);
      throw error;
    }
    await deleteSignIns(env.db, ids);
    return rows.length === BATCH;
  }

  async function sendEntries(env: Environment): Promise<void> {
    const upTo = await findSendableId(env);
    if (upTo === undefined) return;
    while (!env.closing.aborted && (await sendBatch(env, upTo)));
  }

  return {
    name: 'audit_stream',
    everyMs: EVERY_MS,
    async work(env, onItemFailure) {
      try {
        await sendEntries(env);
        while (!env.closing.aborted && (await sendSignIns(env)));
      } catch (error) {
        if (!isFailing) env.log.warn({ err: error }, 'audit stream: sending failed, retrying');
        isFailing = true;
        onItemFailure?.(error);
        await releaseStream(env.db, processId).catch(() => undefined);
      }
    },
  };
}

export function measureSignIns(metrics: Metrics, { signIns, name }: Environment): void {
  metrics.gauge(
    'sign_in_events_dropped',
    'Sign-in events that this process dropped because too many waited for the receiver of AUDIT_STREAM.',
    ['environment'],
    async () => [{ labels: { environment: name }, value: signIns.dropped() }],
  );
}

export function measureAuditStream(metrics: Metrics, { db, clock, name }: Environment): void {
  const backlog = singleFlight(() => findBacklog(db));
  const labels = { environment: name };
  metrics.gauge(
    'audit_stream_backlog_entries',
    'Audit entries and sign-in events that the receiver of AUDIT_STREAM does not have, of 10,000 each at most.',
    ['environment'],
    async () => [{ labels, value: (await backlog()).entries }],
  );
  metrics.gauge(
    'audit_stream_lag_seconds',
    'Age of the oldest of these entries; 0 without one.',
    ['environment'],
    async () => {
      const { since } = await backlog();
      return [{ labels, value: since === null ? 0 : Math.max(0, clock.now() - since) / 1_000 }];
    },
  );
}
