import type { OrgUser } from '@ringbinder/protocol';
import { orNotFound, requireOrgAdmin, requireOrgMember } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import {
  type App,
  callerOf,
  MAX_LIST_LIMIT,
  readCursor,
  replaceAnswer,
  slicePage,
  success,
} from '../../http/index.ts';
import { withoutSlot } from '../../limits/call-class.ts';
import { changeAsAdmin } from '../audit/index.ts';
import { countOpenWork } from '../departures/index.ts';
import { mailSetupLink } from '../oauth/index.ts';
import { hashPassword, presentUser, refuseNewPassword } from '../users/index.ts';
import { findOrgUser, findOrgUsers, type OrgUserRow } from './user-queries.ts';
import * as schema from './user-schema.ts';
import { createUser, updateUser } from './user-service.ts';

export function orgUserRoutes(app: App, env: Environment): void {
  app.get('/orgs/:org_id/users', { schema: schema.listOrgUsers }, async (request) => {
    const { orgId, isAdmin } = await requireOrgMember(env.db, callerOf(request), request.params.org_id);
    const { limit = MAX_LIST_LIMIT, cursor, ...requestedFilter } = request.query;
    const filter = isAdmin ? requestedFilter : { ...requestedFilter, disabled: false };
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const users = await findOrgUsers(env.db, orgId, filter, after, limit + 1);
    const { rows, ...next } = slicePage(users, limit, (row) => [row.sort_name, row.id]);
    return success({ users: rows.map(isAdmin ? present : presentUser), ...next });
  });

  app.get('/orgs/:org_id/users/:user_id', { schema: schema.getOrgUser }, async (request) => {
    const { org_id: orgId, user_id: userId } = request.params;
    await requireOrgAdmin(env.db, callerOf(request), orgId);
    const user = orNotFound(await findOrgUser(env.db, orgId, userId), 'user', userId);
    return success({ ...present(user), open_work: await countOpenWork(env.db, userId) });
  });

  app.post('/orgs/:org_id/users', { schema: schema.createOrgUser }, async (request, reply) => {
    const { org_id: orgId } = request.params;
    const { password, mail_setup_link: mailsLink = false, ...input } = request.body;
    // Check the caller's rights before hashing the password, which takes 40 ms.
    await requireOrgAdmin(env.db, callerOf(request), orgId);
    const refusal = password === undefined ? undefined : await refuseNewPassword(password, input.email);
    if (refusal !== undefined) throw invalid('password', refusal);
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const user = await changeAsAdmin(env, request, reply, async (change) => {
      const created = await createUser(env, change, orgId, { ...input, mailsLink }, passwordHash);
      return { ...created, ...(mailsLink && { setup_link_mailed: false }) };
    });
    if (mailsLink && !reply.hasHeader('idempotent-replayed')) {
      user.setup_link_mailed = await withoutSlot(mailSetupLink(env, user.id));
      await replaceAnswer(request, env, user);
    }
    const { setup_link_mailed } = user;
    return success({ ...present(user), ...(setup_link_mailed !== undefined && { setup_link_mailed }) });
  });

  app.post('/orgs/:org_id/users/:user_id', { schema: schema.updateOrgUser }, async (request, reply) => {
    const { org_id: orgId, user_id: userId } = request.params;
    const user = await changeAsAdmin(env, request, reply, (change) =>
      updateUser(change, orgId, userId, request.body),
    );
    return success(present(user));
  });
}

function present(row: OrgUserRow): OrgUser {
  return {
    ...presentUser(row),
    role: row.role,
    is_partner_admin: row.is_partner_admin,
    disabled: row.disabled_at !== null,
    has_password: row.has_password,
    language: row.language,
    created_time: row.created_at,
    updated_time: row.updated_at,
    ...(row.erasure && { erasure: row.erasure }),
  };
}
