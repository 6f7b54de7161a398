import { Readable } from 'node:stream';
import { Erasure, OrgId, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { orNotFound, requireOrgAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  because,
  forbidden,
  invalid,
  notFound,
  preconditionFailed,
  unavailable,
  withDetails,
} from '../../errors.ts';
import { type App, callerOf, operation, success } from '../../http/index.ts';
import { createBoundedLimit } from '../../limits/bounded-limit.ts';
import { MAX_EXPORT_WAIT_MS } from '../../limits/queue-limit.ts';
import { type AdminChange, changeAsAdmin } from '../audit/index.ts';
import { revokeTokens } from '../oauth/index.ts';
import { findOrgUser, findOrgUserForUpdate } from '../orgs/index.ts';
import { type ErasureRow, eraseAccount, findErasure, requestErasure } from './erase-queries.ts';
import { exportPerson } from './export.ts';

const MAX_CONCURRENT = 1;
const MAX_WAITING = 4;
const BUSY_RETRY_SECONDS = 10;

const tag = 'Users';

const exportPersonalData = operation(tag, 'exportPersonalData', {
  summary: 'Download all stored data of the calling user',
  description:
    'Returns a tar archive. It has a file of JSON lines for each kind of data (`profile.jsonl`, `messages.jsonl`, …). It also contains the files that the user uploaded, even to binders that the user has left. It contains no data of other people. 503: the server is busy with other exports.',
  response: {
    200: {
      description: 'The archive.',
      content: { 'application/x-tar': { schema: { type: 'string', format: 'binary' } } },
    },
  },
});

const params = Type.Object({ org_id: OrgId, user_id: UserId });
const data = Type.Object({ erasure: Erasure });

const eraseUser = operation(tag, 'eraseUser', {
  summary: 'Erase a user of an org, for its admins',
  description:
    'Allowed for admins of the org and its partner. You cannot undo this. Disable the user first. The server immediately deletes the name, addresses, picture, sessions and identities of the user. Soon after, it deletes the name and current addresses from the logs of binders. With `content`, it also deletes everything that the user wrote, said and drew. Answers in workflows and files remain in their binders, under the name “Deleted user”. Hash chains remain valid. `getErasure` returns the progress. 400: the user is a bot. 412: the user is not disabled.',
  params,
  body: Type.Object({
    content: Type.Optional(
      Type.Boolean({
        description:
          'If true, also erases what the user wrote, said and drew. A later call cannot set it back to false. Default: false.',
      }),
    ),
  }),
  data,
});

const getErasure = operation(tag, 'getErasure', {
  summary: 'Get the progress of erasing a user, for admins of the org',
  description:
    'Allowed for admins of the org and its partner. `done_time` is absent until the erasure is complete. 404: the org has no such user, or nobody has requested the erasure.',
  params,
  data,
});

export function personalDataFeature(app: App, env: Environment): void {
  const isBusy = () =>
    unavailable(
      withDetails(because('server_busy'), 'other exports of personal data are running'),
      BUSY_RETRY_SECONDS,
    );
  const limited = createBoundedLimit(MAX_CONCURRENT, MAX_WAITING, isBusy, { maxWaitMs: MAX_EXPORT_WAIT_MS });

  app.get('/me/data', { schema: exportPersonalData }, async (request, reply) => {
    const { userId } = callerOf(request);
    const { size, content } = await limited(() => exportPerson(env, userId));
    return reply
      .type('application/x-tar')
      .header('content-length', size)
      .header('content-disposition', 'attachment; filename="my-data.tar"')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(Readable.from(content(), { objectMode: false }));
  });

  app.post('/orgs/:org_id/users/:user_id/erase', { schema: eraseUser }, async (request, reply) => {
    const { org_id: orgId, user_id: userId } = request.params;
    const { content = false } = request.body;
    if (!callerOf(request).mayWrite) throw forbidden(because('read_only_token'));
    const erasure = await changeAsAdmin(env, request, reply, (change) =>
      erase(change, { orgId, userId, content }),
    );
    return success({ erasure: present(erasure) });
  });

  app.get('/orgs/:org_id/users/:user_id/erase', { schema: getErasure }, async (request) => {
    const { org_id: orgId, user_id: userId } = request.params;
    await requireOrgAdmin(env.db, callerOf(request), orgId);
    orNotFound(await findOrgUser(env.db, orgId, userId), 'user', userId);
    const erasure = await findErasure(env.db, userId);
    if (!erasure) throw notFound('erasure of user', userId);
    return success({ erasure: present(erasure) });
  });
}

async function erase(
  { tx, actor, at, record }: AdminChange,
  { orgId, userId, content }: { orgId: string; userId: string; content: boolean },
): Promise<ErasureRow> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  const user = orNotFound(await findOrgUserForUpdate(tx, orgId, userId), 'user', userId);
  if (user.is_bot) throw invalid('user_id', 'is a bot: disable its bot app');
  if (user.disabled_at === null) throw preconditionFailed(because('user_enabled'));
  const erasure = await requestErasure(tx, { userId, withContent: content, by: actor.userId, at });
  await revokeTokens(tx, { userId }, at);
  await eraseAccount(tx, userId, at);
  await record({ partnerId, orgId, action: 'user.erase', target: userId, details: { content } });
  return erasure;
}

function present({ with_content, requested_at, done_at }: ErasureRow) {
  return {
    content: with_content,
    requested_time: requested_at,
    ...(done_at === null ? {} : { done_time: done_at }),
  };
}
