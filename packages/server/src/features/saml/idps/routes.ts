import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, emptySuccess, success } from '../../../http/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { acsOf, audienceOf, loginAddress, recipientOf } from '../names.ts';
import { describeCertificate } from './certificates.ts';
import type { IdpRow } from './queries.ts';
import * as schema from './schema.ts';
import { createIdp, listIdps, removeIdp, updateIdp } from './service.ts';

export function idpRoutes(app: App, env: Environment): void {
  const present = (row: IdpRow) => presentIdp(env, row);
  const org = (params: { org_id: string }) => ({ orgId: params.org_id });
  const partner = (params: { partner_id: string }) => ({ partnerId: params.partner_id });

  app.get('/orgs/:org_id/idps', { schema: schema.orgIdps.list }, async (request) => {
    const idps = await listIdps(env.db, callerOf(request), org(request.params));
    return success({ idps: idps.map(present) });
  });
  app.get('/partners/:partner_id/idps', { schema: schema.partnerIdps.list }, async (request) => {
    const idps = await listIdps(env.db, callerOf(request), partner(request.params));
    return success({ idps: idps.map(present) });
  });

  app.post('/orgs/:org_id/idps', { schema: schema.orgIdps.create }, async (request, reply) => {
    const idp = await changeAsAdmin(env, request, reply, (change) =>
      createIdp(change, org(request.params), request.body),
    );
    return success(present(idp));
  });
  app.post('/partners/:partner_id/idps', { schema: schema.partnerIdps.create }, async (request, reply) => {
    const idp = await changeAsAdmin(env, request, reply, (change) =>
      createIdp(change, partner(request.params), request.body),
    );
    return success(present(idp));
  });

  app.post('/orgs/:org_id/idps/:idp_id', { schema: schema.orgIdps.update }, async (request, reply) => {
    const { idp_id: id } = request.params;
    const idp = await changeAsAdmin(env, request, reply, (change) =>
      updateIdp(change, org(request.params), id, request.body),
    );
    return success(present(idp));
  });
  app.post(
    '/partners/:partner_id/idps/:idp_id',
    { schema: schema.partnerIdps.update },
    async (request, reply) => {
      const { idp_id: id } = request.params;
      const idp = await changeAsAdmin(env, request, reply, (change) =>
        updateIdp(change, partner(request.params), id, request.body),
      );
      return success(present(idp));
    },
  );

  app.delete('/orgs/:org_id/idps/:idp_id', { schema: schema.orgIdps.remove }, async (request, reply) => {
    const { idp_id: id } = request.params;
    await changeAsAdmin(env, request, reply, (change) => removeIdp(change, org(request.params), id));
    return emptySuccess;
  });
  app.delete(
    '/partners/:partner_id/idps/:idp_id',
    { schema: schema.partnerIdps.remove },
    async (request, reply) => {
      const { idp_id: id } = request.params;
      await changeAsAdmin(env, request, reply, (change) => removeIdp(change, partner(request.params), id));
      return emptySuccess;
    },
  );
}

function presentIdp(env: Environment, row: IdpRow) {
  const {
    idp_id,
    name,
    sso_url,
    sso_binding,
    sign_requests,
    allow_sha1,
    link_by_email,
    created_at: created_time,
  } = row;
  return {
    idp_id,
    name,
    certificates: row.certificates.map(describeCertificate),
    sso_url,
    sso_binding,
    sign_requests,
    allow_sha1,
    link_by_email,
    created_time,
    audience: audienceOf(env),
    recipient: recipientOf(env),
    acs_url: acsOf(env),
    login_url: sso_url === '' ? '' : loginAddress(env, row),
    metadata_url: audienceOf(env),
  };
}
