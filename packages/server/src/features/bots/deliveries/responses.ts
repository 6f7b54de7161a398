import type { BotDelivery, DeliveryAttempt } from '@ringbinder/protocol';
import { orNotFound } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { readCursor, slicePage } from '../../../http/index.ts';
import * as queries from './queries.ts';
import type { Receiver } from './service.ts';

const DEFAULT_LIMIT = 100;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export const deliveryResponses = {
  async list(
    { db }: Environment,
    receiver: Receiver,
    { limit = DEFAULT_LIMIT, cursor, state }: queries.DeliveryFilter,
  ) {
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const found = await queries.findDeliveries(db, receiver.user_id, state ?? 'any', before, limit + 1);
    const { rows, ...next } = slicePage(found, limit, (row) => [row.sequence]);
    return { deliveries: rows.map(present), ...next };
  },

  async get({ db }: Environment, receiver: Receiver, sequence: number) {
    const row = orNotFound(await queries.findDelivery(db, receiver.user_id, sequence), 'event', sequence);
    const tries = await queries.findAttempts(db, receiver.user_id, sequence);
    return { ...present(row), message: JSON.parse(row.body), tries: tries.map(presentAttempt) };
  },

  async health({ db, clock }: Environment, receiver: Receiver, days = 7) {
    const step = days <= 2 ? HOUR : DAY;
    const now = clock.now();
    const until = now - (now % step);
    const span = { from: until + step - days * DAY, until, step };
    const periods = await queries.findHealth(db, receiver.user_id, span);
    const { pending, oldest, dead } = await queries.countWaiting(db, receiver.user_id);
    const { gone_at: goneAt, is_enabled: enabled, webhook_url: url } = receiver;
    const state = { gone: goneAt !== null, enabled, pushed: url !== '' };
    return { periods, pending, oldest_pending_time: oldest, dead, ...state };
  },
};

function present(row: queries.DeliveryRow): BotDelivery {
  return {
    sequence: row.sequence,
    message_id: row.message_id,
    message_type: row.kind,
    binder_id: row.binder_id,
    created_time: row.created_at,
    state: row.state,
    attempts: row.attempts,
    last_attempt: row.last_attempt && presentAttempt(row.last_attempt),
  };
}

export function presentAttempt({ at, ms, status, reason, answer }: queries.AttemptRow): DeliveryAttempt {
  return { time: at, duration: ms, status, reason, answer };
}
