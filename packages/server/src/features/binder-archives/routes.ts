import { Readable } from 'node:stream';
import { BinderId, OrgId } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { create as contentDisposition } from 'content-disposition';
import Type from 'typebox';
import { accessBinder, findMembersAmong, requireOrgAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, unavailable, withDetails } from '../../errors.ts';
import { type App, callerOf, operation, receiveFile, streamedBody, success } from '../../http/index.ts';
import { createBoundedLimit } from '../../limits/bounded-limit.ts';
import { MAX_EXPORT_WAIT_MS } from '../../limits/queue-limit.ts';
import { recordAudit } from '../audit/index.ts';
import { signingKey } from '../receipts/index.ts';
import { importArchive } from './import.ts';
import { makeArchive } from './make.ts';

/** Each export or import uses two database connections and the disk. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 4;
const BUSY_RETRY_SECONDS = 10;

const exportBinder = operation('Binders', 'exportBinder', {
  summary: 'Export a binder with its content, as one file',
  description:
    'Allowed for the owner. Returns a signed tar archive of the binder with its files and its log, all from the same moment. If the binder has not changed, another export has identical bytes. `importBinder` imports the archive. 503: the server is busy with other exports and imports.',
  params: Type.Object({ binder_id: BinderId }),
  response: {
    200: {
      description: 'The archive.',
      content: { 'application/x-tar': { schema: { type: 'string', format: 'binary' } } },
    },
  },
});

const importBinder = operation('Binders', 'importBinder', {
  summary: 'Import a binder into an org, for its admins',
  description:
    'Allowed for admins of the org and its partner. Send an archive of `exportBinder` as one part named `file`. This installation or a key in the setting IMPORT_KEYS must have signed it. The binder and its content keep their ids. If the binder was deleted here, the import restores it. People without an account here become disabled users with their names. Imports everything or nothing. 400: the archive is damaged, has no accepted signature, or was written by another version of Ringbinder. 409: the binder already exists here, for example because an earlier call imported it, or it belongs to another org. 412: the log does not match its hash chain, or a person belongs to another partner here.',
  params: Type.Object({ org_id: OrgId }),
  consumes: ['multipart/form-data'],
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The archive.' }) }),
  data: Type.Object({
    binder: Type.Object({ id: BinderId, name: Type.String() }),
    seq: Type.Integer({ description: 'The last `seq` of the binder’s log.' }),
    files: Type.Integer(),
    placeholders: Type.Integer({
      description: 'The number of people who have no account here, and are now disabled users.',
    }),
    is_member: Type.Boolean({
      description: 'True if the caller is a member of the binder, and can therefore open it.',
    }),
  }),
});

export function binderArchivesFeature(app: App, env: Environment): void {
  const busyError = () =>
    unavailable(
      withDetails(because('server_busy'), 'other binders are being exported or imported'),
      BUSY_RETRY_SECONDS,
    );
  const limit = createBoundedLimit(MAX_CONCURRENT, MAX_WAITING, busyError, { maxWaitMs: MAX_EXPORT_WAIT_MS });

  app.get('/:binder_id/archive', { schema: exportBinder }, async (request, reply) => {
    const actor = callerOf(request);
    const access = await accessBinder(env.db, actor, request.params.binder_id, 'own');
    const { binderId, orgId, partnerId } = access;
    const { name, size, content } = await limit(() => makeArchive(env, binderId));
    await env.db.transaction((tx) =>
      recordAudit(tx, {
        at: env.clock.now(),
        actorId: actor.userId,
        partnerId,
        orgId,
        action: 'binder.export',
        target: binderId,
        details: { name },
        address: request.ip,
      }),
    );
    return reply
      .type('application/x-tar')
      .header('content-length', size)
      .header('content-disposition', contentDisposition(`${excerpt(name, 100)}.tar`))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(Readable.from(content(), { objectMode: false }));
  });

  app.post('/orgs/:org_id/binders/archive', { schema: importBinder, ...streamedBody }, async (request) => {
    const actor = callerOf(request);
    if (!actor.mayWrite) throw forbidden(because('read_only_token'));
    const org = await requireOrgAdmin(env.db, actor, request.params.org_id);
    const { bytes } = await receiveFile(request, env, env.config.maxImportBytes);
    try {
      const { publicKey } = await signingKey(env);
      const imported = await limit(() =>
        importArchive(env, bytes.path, {
          org,
          at: env.clock.now(),
          trusted: [publicKey.kid, ...env.config.importKeys],
          record: async (tx, { binderId, name, files, placeholders }) => {
            // Check again, because the upload may have taken minutes.
            await requireOrgAdmin(tx, actor, org.orgId);
            await recordAudit(tx, {
              at: env.clock.now(),
              actorId: actor.userId,
              partnerId: org.partnerId,
              orgId: org.orgId,
              action: 'binder.import',
              target: binderId,
              details: { name, files, placeholders },
              address: request.ip,
            });
          },
        }),
      );
      const { binderId, name, seq, files, placeholders } = imported;
      const is_member = (await findMembersAmong(env.db, binderId, [actor.userId])).size > 0;
      return success({ binder: { id: binderId, name }, seq, files, placeholders, is_member });
    } finally {
      await bytes.drop();
    }
  });
}
