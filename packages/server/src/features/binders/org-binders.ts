import { Email, OrgBinder, OrgId, Text, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { type Actor, orNotFound, requireOrgAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  Cursor,
  callerOf,
  Limit,
  MAX_LIST_LIMIT,
  NextCursor,
  operation,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { findOrgBinders, findUserOfOrg, type OrgBinderRow } from './org-binder-queries.ts';

const tag = 'Binders';
const querystring = Type.Object({ limit: Limit, cursor: Cursor });
const searchable = Type.Object({
  ...querystring.properties,
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name of the binder or of its owner. Not case-sensitive.',
    }),
  ),
});
const data = Type.Object({
  binders: Type.Array(Type.Object({ binder: OrgBinder })),
  next_cursor: NextCursor,
});
const UserIdOrEmail = Type.Union([UserId, Email], { description: 'A user id, or an email address.' });

const listOrgBinders = operation(tag, 'listOrgBinders', {
  summary: 'List the binders of an org, for its admins',
  description:
    'Allowed for admins of the org and its partner. Returns the name, owner and size of each binder, but not its content.',
  params: Type.Object({ org_id: OrgId }),
  querystring: searchable,
  data,
});

const listBindersOfOrgUser = operation(tag, 'listBindersOfOrgUser', {
  summary: 'List the binders of an org of which a user is a member, for its admins',
  description:
    'Allowed for admins of the org and its partner. Returns the same fields as `listOrgBinders`. 404: the org has no such user.',
  params: Type.Object({ org_id: OrgId, user: UserIdOrEmail }),
  querystring,
  data,
});

/** Existing clients omit `orgs` from the path. */
export function orgBinderRoutes(app: App, env: Environment): void {
  const list = async (
    actor: Actor,
    filter: { orgId: string; user?: string },
    { limit = MAX_LIST_LIMIT, cursor, q }: { limit?: number; cursor?: string; q?: string },
  ) => {
    const { orgId } = await requireOrgAdmin(env.db, actor, filter.orgId);
    const memberId =
      filter.user === undefined
        ? null
        : orNotFound(await findUserOfOrg(env.db, orgId, filter.user), 'user', filter.user);
    const [createdAt, id] = readCursor(cursor, ['number', 'string'], [0, '']);
    const rows = await findOrgBinders(env.db, { orgId, userId: memberId, q }, { createdAt, id }, limit + 1);
    const { rows: pageRows, ...next } = slicePage(rows, limit, (row) => [row.created_at, row.id]);
    return success({ binders: pageRows.map((row) => ({ binder: present(row) })), ...next });
  };

  app.get('/orgs/:org_id/binders', { schema: listOrgBinders }, (request) =>
    list(callerOf(request), { orgId: request.params.org_id }, request.query),
  );
  app.get('/orgs/:org_id/users/:user/binders', { schema: listBindersOfOrgUser }, (request) => {
    const { org_id: orgId, user } = request.params;
    return list(callerOf(request), { orgId, user }, request.query);
  });

  const { operationId: _, ...all } = listOrgBinders;
  app.get('/:org_id(^O[0-9A-Za-z]+$)/binders', { schema: { ...all, hide: true } }, (request) =>
    list(callerOf(request), { orgId: request.params.org_id }, request.query),
  );
  const { operationId: __, ...ofUser } = listBindersOfOrgUser;
  const path = '/:org_id(^O[0-9A-Za-z]+$)/users/:user/binders';
  app.get(path, { schema: { ...ofUser, hide: true } }, (request) => {
    const { org_id: orgId, user } = request.params;
    return list(callerOf(request), { orgId, user }, request.query);
  });
}

function present(row: OrgBinderRow): OrgBinder {
  return {
    id: row.id,
    name: row.name,
    conversation: row.conversation,
    owner: {
      id: row.owner_id,
      name: row.owner_name,
      ...(row.is_owner_disabled && { unavailable: 'disabled' as const }),
    },
    total_members: row.total_members,
    total_pages: row.total_pages,
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}
