import { orNotFound, requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, emptySuccess, success } from '../../../http/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { findCertificate } from './queries.ts';
import * as schema from './schema.ts';
import { deleteCertificate, presentCertificate, uploadCertificate } from './service.ts';

export function certificateRoutes(app: App, env: Environment): void {
  const path = '/orgs/:org_id/receipt_certificate';
  app.get(path, { schema: schema.getCertificate }, async (request) => {
    const { org_id: orgId } = request.params;
    await requireOrgAdmin(env.db, callerOf(request), orgId);
    const row = orNotFound(await findCertificate(env.db, orgId), 'receipt certificate', orgId);
    return success(presentCertificate(env, row));
  });

  app.post(path, { schema: schema.uploadCertificate }, async (request, reply) =>
    success(
      await changeAsAdmin(env, request, reply, (change) =>
        uploadCertificate(env, change, request.params.org_id, request.body),
      ),
    ),
  );

  app.delete(path, { schema: schema.deleteCertificate }, async (request, reply) => {
    await changeAsAdmin(env, request, reply, (change) => deleteCertificate(change, request.params.org_id));
    return emptySuccess;
  });
}
