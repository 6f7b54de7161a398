import { Text } from '@ringbinder/protocol';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import { type App, operation, success } from '../../../http/index.ts';
import { startFamily } from '../../oauth/index.ts';
import { claimSetup, SetupClaim } from '../../setup/index.ts';
import { insertClient } from '../clients/queries.ts';
import { newClientSecret } from '../secret.ts';

const claimSetupOperation = operation('Administration', 'claimSetup', {
  summary: 'Set up an empty installation',
  description:
    'For scripts. In production, the server prints a link to a page for the set-up; this call does the same as that page. It creates a partner, an org, an admin of both and a client, and returns a token of the admin. You can call it only once.',
  auth: 'none',
  body: Type.Object({
    token: Text({ minLength: 1, maxLength: 200, description: 'The text after `token=` in the link.' }),
    ...SetupClaim.properties,
  }),
  data: Type.Object({
    partner_id: Type.String(),
    org_id: Type.String(),
    user_id: Type.String(),
    client_id: Type.String(),
    client_secret: Type.String(),
    access_token: Type.String(),
    refresh_token: Type.String(),
    expires_in: Type.Integer({ description: 'The validity of the access token in seconds.' }),
  }),
});

/** None of these grants lets the client act as an arbitrary user. */
const FIRST_GRANTS = ['authorization_code', 'refresh_token'];
const SCOPE = 'read write';

export function setupRoutes(app: App, env: Environment): void {
  app.post('/setup', { schema: claimSetupOperation, config: { auth: 'none' } }, async (request, reply) => {
    const { token, ...claim } = request.body;
    const clientId = env.ids.next('client');
    const secret = newClientSecret();
    const claimed = await claimSetup(env, token, claim, request.ip, async (tx, { partnerId }, at) => {
      await insertClient(tx, {
        id: clientId,
        partnerId,
        orgId: null,
        kind: 'app',
        name: 'First client',
        secretSealed: env.secrets.seal(secret),
        redirectUris: [],
        origins: [],
        grants: FIRST_GRANTS,
        scope: SCOPE,
        trusted: false,
        at,
      });
    });
    const { userId } = claimed;
    const {
      access_token,
      refresh_token = '',
      expires_in,
    } = await startFamily(env, { clientId, userId, scope: SCOPE });
    reply.header('cache-control', 'no-store');
    return success({
      partner_id: claimed.partnerId,
      org_id: claimed.orgId,
      user_id: userId,
      client_id: clientId,
      client_secret: secret,
      access_token,
      refresh_token,
      expires_in,
    });
  });
}
