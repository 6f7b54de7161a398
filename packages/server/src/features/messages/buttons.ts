import { createHmac } from 'node:crypto';
import { type Actor, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid, notFound, preconditionFailed } from '../../errors.ts';
import { first, type Transaction } from '../../storage/database.ts';
import type { Button } from './richtext/compose.ts';

const LINK_SECONDS = 5 * 60;

interface ButtonsRow extends Record<string, unknown> {
  user_id: string;
  buttons: Button[] | null;
  /** Null if the bot is disabled or not in the binder. */
  client_id: string | null;
  org_id: string | null;
  webhook_url: string | null;
  secret_sealed: Buffer | null;
  tapping_name: string;
}

export function requireBotForButtons(actor: Actor, buttons: readonly unknown[] | undefined): void {
  if (buttons?.length && !actor.isBot)
    throw invalid('message.buttons', 'can only be posted by a bot, which receives the taps');
}

export function tapButton(call: BinderCall, messageId: number, buttonId: string): Promise<{ url?: string }> {
  const { env, actor, binderId } = call;
  return changeBinder(call, 'read', async ({ tx, at, log }) => {
    const row = orNotFound(await findButtons(tx, binderId, messageId, actor.userId), 'message', messageId);
    const button = row.buttons?.find(({ id }) => id === buttonId);
    if (!button) throw notFound('button', buttonId);
    const { client_id: clientId, org_id: orgId, secret_sealed: sealed } = row;
    if (clientId === null || orgId === null || sealed === null)
      throw preconditionFailed(because('button_bot_gone'));
    if (button.type === 'account_link') {
      if (!row.webhook_url) throw preconditionFailed(because('button_no_link'));
      const person = { user_id: actor.userId, username: row.tapping_name, binder_id: binderId };
      const claims = { ...person, client_id: clientId, org_id: orgId };
      return { url: linkAddress(env, row.webhook_url, sealed, claims, at) };
    }
    const { text, payload } = button;
    await log([
      {
        kind: 'button_tapped',
        body: { message_id: messageId, button_id: buttonId, bot_user_id: row.user_id, text, payload },
      },
    ]);
    return {};
  });
}

function linkAddress(
  env: Environment,
  webhookUrl: string,
  secretSealed: Buffer,
  claims: Record<string, string>,
  at: number,
): string {
  const iat = Math.floor(at / 1000);
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, iat, exp: iat + LINK_SECONDS },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = createHmac('sha256', env.secrets.open(secretSealed)).update(text).digest('base64url');
  const url = new URL(webhookUrl);
  url.searchParams.set('message_type', 'account_link');
  url.searchParams.set('account_link_token', `${text}.${signature}`);
  return url.href;
}

function findButtons(
  tx: Transaction,
  binderId: string,
  messageId: number,
  tappingId: string,
): Promise<ButtonsRow | undefined> {
  return first<ButtonsRow>(
    tx,
    `SELECT m.user_id, m.buttons, c.id AS client_id, o.org_id, b.webhook_url, c.secret_sealed,
       (SELECT name FROM users WHERE id = $3) AS tapping_name
     FROM messages m
     LEFT JOIN (
       org_bots o JOIN bots b ON b.client_id = o.client_id
       JOIN clients c ON c.id = o.client_id AND c.disabled_at IS NULL
       JOIN binder_members bm ON bm.binder_id = $1 AND bm.user_id = o.user_id
     ) ON o.user_id = m.user_id AND o.enabled_at IS NOT NULL
     WHERE m.binder_id = $1 AND m.id = $2 AND m.deleted_at IS NULL`,
    [binderId, messageId, tappingId],
  );
}
