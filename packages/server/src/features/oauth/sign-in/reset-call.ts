import { OrgId, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { because, forbidden, invalid, notFound } from '../../../errors.ts';
import { type App, operation, success } from '../../../http/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { createPasswordReset } from './resets.ts';

const resetOperation = operation('Administration', 'resetOrgUserPassword', {
  summary: 'Get a link with which a user of an org chooses a password',
  description:
    'Allowed for admins of the org and its partner. The link works once, within an hour. Earlier links stop working. Pass the link only to the user: anybody who has it can sign in as the user. 400: the user is a bot or has no email address. 403: the user is an admin of the partner, and you are not.',
  params: Type.Object({ org_id: OrgId, user_id: UserId }),
  data: Type.Object({ reset_url: Type.String() }),
});

interface Resettable extends Record<string, unknown> {
  email: string | null;
  is_bot: boolean;
  is_partner_admin: boolean;
}

export function resetCall(app: App, env: Environment): void {
  app.post(
    '/orgs/:org_id/users/:user_id/resetpassword',
    { schema: resetOperation },
    async (request, reply) => {
      const { user_id: userId } = request.params;
      let url = '';
      await changeAsAdmin(env, request, reply, async ({ tx, actor, record }) => {
        const { orgId, partnerId } = await requireOrgAdmin(tx, actor, request.params.org_id);
        const [user] = await tx.query<Resettable>(
          'SELECT email, is_bot, is_partner_admin FROM users WHERE id = $1 AND org_id = $2 AND disabled_at IS NULL',
          [userId, orgId],
        );
        if (!user) throw notFound('user', userId);
        if (user.is_bot || user.email === null) throw invalid('user_id', because('user_no_email'));
        checkRank(actor.isPartnerAdmin, user);
        url = await createPasswordReset(env, tx, userId);
        await record({ partnerId, orgId, action: 'user.reset-password', target: userId, details: {} });
        // Do not return the link here, because this result is stored with its Idempotency-Key.
        return {};
      });
      if (url === '')
        throw invalid(
          'Idempotency-Key',
          'was already used, and the link is not stored: call again without it',
        );
      return success({ reset_url: url });
    },
  );
}

/** Prevents an org admin from signing in as a partner admin. */
function checkRank(isPartnerAdmin: boolean, { is_partner_admin }: Resettable): void {
  if (is_partner_admin && !isPartnerAdmin) throw forbidden(because('partner_admin_password'));
}
