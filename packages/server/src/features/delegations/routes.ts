import type { FastifyRequest } from 'fastify';
import { orNotFound, requireOrgAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  callerOf,
  emptySuccess,
  idempotent,
  idempotentWithoutData,
  success,
} from '../../http/index.ts';
import { type AdminChange, changeAsAdmin } from '../audit/index.ts';
import { findDelegations, findPerson } from './queries.ts';
import * as schema from './schema.ts';
import { createDelegation, type DelegationCall, deleteDelegation, presentDelegation } from './service.ts';

export function delegationsFeature(app: App, env: Environment): void {
  const listOf = async (userId: string) => {
    const rows = await findDelegations(env.db, userId, env.clock.now());
    const isTheirs = (row: { user_id: string }) => row.user_id === userId;
    return success({
      delegations: rows.filter(isTheirs).map(presentDelegation),
      received: rows.filter((row) => !isTheirs(row)).map(presentDelegation),
    });
  };
  const ownCall = (request: FastifyRequest): DelegationCall => {
    const actor = callerOf(request);
    const { userId: id, orgId, partnerId, isBot } = actor;
    return { actor, user: { id, orgId, partnerId, isBot }, at: env.clock.now(), address: request.ip };
  };

  app.get('/me/delegations', { schema: schema.listDelegations }, (request) =>
    listOf(callerOf(request).userId),
  );

  app.post('/me/delegations', { schema: schema.createDelegation }, async (request, reply) => {
    const data = await idempotent(request, reply, env, (db) =>
      db.transaction(async (tx) =>
        presentDelegation(await createDelegation(tx, ownCall(request), request.body)),
      ),
    );
    return success(data);
  });

  app.delete('/me/delegations/:delegation_id', { schema: schema.deleteDelegation }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) =>
      db.transaction((tx) => deleteDelegation(tx, ownCall(request), request.params.delegation_id)),
    ),
  );

  const ofUser = '/orgs/:org_id/users/:user_id/delegations';
  app.get(ofUser, { schema: schema.listUserDelegations }, async (request) => {
    const { org_id: orgId, user_id: userId } = request.params;
    await requireOrgAdmin(env.db, callerOf(request), orgId);
    orNotFound(await findPerson(env.db, orgId, userId), 'user', userId);
    return listOf(userId);
  });

  app.post(ofUser, { schema: schema.createUserDelegation }, async (request, reply) => {
    const row = await changeAsAdmin(env, request, reply, async (change) =>
      createDelegation(change.tx, await callFor(change, request.params, request.ip), request.body),
    );
    return success(presentDelegation(row));
  });

  app.delete(`${ofUser}/:delegation_id`, { schema: schema.deleteUserDelegation }, async (request, reply) => {
    const { delegation_id: id } = request.params;
    await changeAsAdmin(env, request, reply, async (change) => {
      await deleteDelegation(change.tx, await callFor(change, request.params, request.ip), id);
      return null;
    });
    return emptySuccess;
  });
}

async function callFor(
  { tx, actor, at }: AdminChange,
  { org_id: orgId, user_id: id }: { org_id: string; user_id: string },
  address: string,
): Promise<DelegationCall> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  const { is_bot: isBot } = orNotFound(await findPerson(tx, orgId, id), 'user', id);
  return { actor, user: { id, orgId, partnerId, isBot }, at, address };
}
