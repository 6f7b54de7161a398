import type { ClientNotification, NotificationType } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { type Database, first } from '../../storage/database.ts';
import type { AttemptRow, CallResult } from '../bots/index.ts';
import type { AppPush, PushEnd } from './queue.ts';

export type DeliveryState = ClientNotification['state'];

const RETENTION_MS = 30 * 24 * 60 * 60_000;

const ofPush = 'client_id = $1 AND user_id = $2 AND binder_id = $3';
const keyOf = (push: AppPush) => [push.client_id, push.user_id, push.binder_id];

/** Returns the `webhook-id`. A retry has the same id, unless it reports newer events. */
export async function beginDelivery(
  { db, clock, ids }: Environment,
  push: AppPush,
  kind: NotificationType,
  end: PushEnd,
): Promise<string> {
  await db.query(
    `UPDATE notification_deliveries SET state = 'dropped'
     WHERE ${ofPush} AND state = 'pending' AND (message_id < $4::bigint OR activity_id < $5::bigint)`,
    [...keyOf(push), end.messageId, end.activityId],
  );
  const row = await first<{ event_id: string }>(
    db,
    `INSERT INTO notification_deliveries AS d (client_id, user_id, binder_id, event_id, kind, message_id, activity_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6::bigint, $7::bigint, $8::bigint)
     ON CONFLICT (client_id, user_id, binder_id) WHERE state = 'pending' DO UPDATE SET kind = excluded.kind
     RETURNING event_id`,
    [...keyOf(push), ids.next('event'), kind, end.messageId, end.activityId, clock.now()],
  );
  if (!row) throw new Error('the delivery was not written');
  return row.event_id;
}

export async function dropDelivery(db: Database, push: AppPush): Promise<void> {
  await db.query(
    `UPDATE notification_deliveries SET state = 'dropped' WHERE ${ofPush} AND state = 'pending'`,
    keyOf(push),
  );
}

/**
 * If `state` is pending, the stored state does not change, because the delivery may have been dropped during the
 * request.
 */
export async function recordTry(
  db: Database,
  eventId: string,
  state: DeliveryState,
  { ms, status, reason, answer }: CallResult,
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE notification_deliveries SET state = CASE $2 WHEN 'pending' THEN state ELSE $2 END, attempts = attempts + 1, attempted_at = $3::bigint, ms = $4::integer,
       status = $5::integer, reason = $6, answer = $7
     WHERE event_id = $1`,
    [eventId, state, at, ms, status, reason, answer],
  );
}

export interface DeliveryRow extends Record<string, unknown> {
  id: number;
  event_id: string;
  user_id: string;
  binder_id: string;
  kind: NotificationType;
  created_at: number;
  state: DeliveryState;
  attempts: number;
  last_attempt: AttemptRow | null;
}

export function findDeliveries(
  db: Database,
  clientId: string,
  state: DeliveryState | null,
  before: number,
  limit: number,
): Promise<DeliveryRow[]> {
  return db.query<DeliveryRow>(
    `SELECT id, event_id, user_id, binder_id, kind, created_at, state, attempts, CASE WHEN attempted_at IS NOT NULL
         THEN jsonb_build_object('at', attempted_at, 'ms', ms, 'status', status, 'reason', reason, 'answer', answer) END AS last_attempt
     FROM notification_deliveries WHERE client_id = $1 AND id < $2::bigint${state === null ? '' : ' AND state = $4'}
     ORDER BY id DESC LIMIT $3::bigint`,
    [clientId, before, limit, ...(state === null ? [] : [state])],
  );
}

export async function deleteOldDeliveries(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM notification_deliveries WHERE created_at < $1::bigint', [now - RETENTION_MS]);
}
