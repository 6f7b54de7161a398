import type { Delegation } from '@ringbinder/protocol';
import { type Actor, lockOrg, orNotFound } from '../../access/index.ts';
import {
  because,
  fieldPreconditionFailed,
  forbidden,
  invalid,
  tooManyRequests,
  withDetails,
} from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/index.ts';
import { requestAbsence } from '../departures/index.ts';
import * as queries from './queries.ts';
import type { DelegationInput } from './schema.ts';

const MAX_DELEGATIONS = 20;
const MAX_PERIOD_MS = 366 * queries.DAY_MS;

export interface DelegationCall {
  actor: Pick<Actor, 'userId'>;
  user: { id: string; orgId: string; partnerId: string; isBot: boolean };
  at: number;
  address: string;
}

export async function createDelegation(
  tx: Transaction,
  call: DelegationCall,
  { to, starts, ends }: DelegationInput,
): Promise<queries.DelegationRow> {
  const { user, at, actor } = call;
  if (user.isBot) throw forbidden(withDetails(because('not_allowed'), 'a bot cannot delegate approvals'));
  const startsAt = starts ?? at;
  if (to.user_id === user.id) throw invalid('to.user_id', because('delegate_self'));
  if (to.user_id === actor.userId)
    throw fieldPreconditionFailed(
      'to.user_id',
      withDetails(because('not_possible'), 'must not be the admin who delegates for another person'),
    );
  if (startsAt < at) throw invalid('starts', withDetails(because('in_past'), 'must not be in the past'));
  if (startsAt > at + MAX_PERIOD_MS) throw invalid('starts', because('delegation_far'));
  if (ends <= startsAt) throw invalid('ends', because('not_after_start'));
  if (ends > startsAt + MAX_PERIOD_MS) throw invalid('ends', because('delegation_long'));
  await lockOrg(tx, user.orgId);
  // The same error for unknown people, so that callers cannot probe for users of another org.
  if (!(await queries.canBeDelegate(tx, user.orgId, to.user_id)))
    throw fieldPreconditionFailed('to.user_id', because('not_enabled_person'));
  const delegation = {
    userId: user.id,
    delegateId: to.user_id,
    startsAt,
    endsAt: ends,
    createdBy: actor.userId,
    at,
  };
  const obstacles = await queries.findObstacles(tx, delegation);
  if (obstacles.is_circle) throw fieldPreconditionFailed('to.user_id', because('delegation_circle'));
  if (obstacles.overlaps) throw fieldPreconditionFailed('starts', because('delegation_overlaps'));
  if (obstacles.count >= MAX_DELEGATIONS)
    throw fieldPreconditionFailed('starts', because('delegations_full', { limit: MAX_DELEGATIONS }));
  if (obstacles.busy_since !== null)
    throw tooManyRequests(
      because('delegations_daily', { limit: queries.MAX_PER_DAY }),
      (obstacles.busy_since + queries.DAY_MS - at) / 1000,
    );
  const row = await queries.insertDelegation(tx, delegation);
  await requestAbsence(tx, user.id, { actorId: actor.userId, at });
  await record(tx, call, 'delegation.create', {
    delegate_id: to.user_id,
    starts_time: startsAt,
    ends_time: ends,
  });
  return row;
}

export async function deleteDelegation(tx: Transaction, call: DelegationCall, id: number): Promise<void> {
  // Another order of these two statements could deadlock with a button press.
  await requestAbsence(tx, call.user.id, { actorId: call.actor.userId, at: call.at });
  const row = orNotFound(await queries.deleteDelegation(tx, call.user.id, id), 'delegation', id);
  await record(tx, call, 'delegation.delete', { delegate_id: row.delegate_id });
}

async function record(
  tx: Transaction,
  { actor, user, at, address }: DelegationCall,
  action: 'delegation.create' | 'delegation.delete',
  details: { delegate_id: string; starts_time?: number; ends_time?: number },
): Promise<void> {
  const owner = { orgId: user.orgId, partnerId: user.partnerId };
  await recordAudit(tx, { at, actorId: actor.userId, ...owner, action, target: user.id, address, details });
}

export function presentDelegation(row: queries.DelegationRow): Delegation {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name },
    to: { id: row.delegate_id, name: row.delegate_name },
    starts: row.starts_at,
    ends: row.ends_at,
    created_time: row.created_at,
    created_by: { id: row.creator_id, name: row.creator_name },
  };
}
