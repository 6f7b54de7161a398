import type { Catalogue } from '@ringbinder/locales';
import type { Action, Notification } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { accountActor, rolesFor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid, invalidToken } from '../../errors.ts';
import { type Database, first, hasRow } from '../../storage/database.ts';
import type { PostMessage } from '../messages/index.ts';
import { generateToken, hashToken } from '../oauth/index.ts';
import { pressButton } from '../transactions/index.ts';
import type { DevicePush, PermittedAction, StoredAction } from './queue.ts';

export interface PushActions {
  actions: PushAction[];
  /** The device may send `{button}` or `{text}` to `url` once, while `user` is signed in to the app. */
  answer: { url: string; token: string; user: string };
  texts: PushTexts;
}

type PushTexts = Record<'pressed' | 'replied' | 'answered' | 'over' | 'refused' | 'busy' | 'failed', string>;

interface PushAction {
  action: `press-${number}` | 'reply';
  title: string;
  type?: 'text';
  placeholder?: string;
  /** Page that the button opens if the browser cannot show a text field in a notification. */
  url?: string;
}

export const ACTION_MS = 24 * 60 * 60_000;
const MAX_BUTTONS = 2;
/** In UTF-16 units. Longer texts could exceed the payload's limit. */
const MAX_BUTTON_TEXT = 30;

/** The caller must store the token. */
export async function offerActions(
  env: Environment,
  push: DevicePush,
  item: Notification,
  { origin, catalogue }: { origin: string; catalogue: Catalogue },
): Promise<{ shown: PushActions; stored: StoredAction } | undefined> {
  const offer = item.message
    ? await replyTo(env.db, item, push, { origin, catalogue })
    : await buttonsOf(env.db, item, push, catalogue);
  if (!offer) return undefined;
  const { actions, permitted } = offer;
  const token = generateToken();
  const url = `${new URL(env.baseUrl()).origin}${env.basePath}/push/actions`;
  return {
    shown: { actions, answer: { url, token, user: push.user_id }, texts: textsOf(catalogue) },
    stored: { hash: hashToken(token), permitted, until: env.clock.now() + ACTION_MS },
  };
}

const textsOf = ({ text }: Catalogue): PushTexts => ({
  pressed: text('push.pressed', { button: '{button}' }),
  replied: text('push.replied'),
  answered: text('push.answered'),
  over: text('push.over'),
  refused: text('push.refused'),
  busy: text('push.busy'),
  failed: text('push.failed'),
});

interface Offer {
  permitted: PermittedAction;
  actions: PushAction[];
}

async function replyTo(
  db: Database,
  { binder, message }: Notification,
  { user_id }: DevicePush,
  { origin, catalogue }: { origin: string; catalogue: Catalogue },
): Promise<Offer | undefined> {
  if (!message) return undefined;
  const mayWrite = await hasRow(
    db,
    `SELECT FROM binder_members m WHERE m.binder_id = $1 AND m.user_id = $2 AND m.role IN ${rolesFor.write}`,
    [binder.id, user_id],
  );
  if (!mayWrite) return undefined;
  const { id, thread_id = id, thread_only = false } = message;
  const url = `${origin}/b/${binder.id}/chat/${thread_id}?comment=${id}`;
  return {
    permitted: { user_id, message_id: id, thread_only },
    actions: [
      {
        action: 'reply',
        title: catalogue.text('push.reply'),
        type: 'text',
        placeholder: catalogue.text('push.reply_field'),
        url,
      },
    ],
  };
}

/** A rejection needs a form for the reason, so it gets no button. */
async function buttonsOf(
  db: Database,
  { type, binder, transaction, step, for: represented }: Notification,
  { user_id }: DevicePush,
  catalogue: Catalogue,
): Promise<Offer | undefined> {
  if (type !== 'approval_waiting' || !transaction || !step) return undefined;
  const row = await first<{ actions: Action[] }>(
    db,
    'SELECT actions FROM transaction_steps WHERE binder_id = $1 AND id = $2::bigint AND fields IS NULL AND page_ids IS NULL AND file_requests IS NULL AND signature_places IS NULL',
    [binder.id, step.id],
  );
  const buttons = (row?.actions ?? []).filter(({ outcome }) => outcome !== 'rejected').slice(0, MAX_BUTTONS);
  if (buttons.length === 0) return undefined;
  return {
    permitted: {
      user_id,
      transaction_id: transaction.id,
      step_id: step.id,
      button_ids: buttons.map(({ id }) => id),
      ...(represented && { for_user_id: represented.id }),
    },
    actions: buttons.map(({ text }, index) => ({
      action: `press-${index}`,
      title: excerpt(catalogue.answer(text), MAX_BUTTON_TEXT),
    })),
  };
}

interface PermittedRow extends Record<string, unknown> {
  id: number;
  binder_id: string;
  action: PermittedAction;
  user_id: string;
  org_id: string;
  partner_id: string;
}

export interface PushAnswer {
  token: string;
  button?: number | undefined;
  text?: string | undefined;
}

/** After an error other than `invalidToken`, the token stays valid. */
export async function answerPush(
  env: Environment,
  postMessage: PostMessage,
  { token, button, text }: PushAnswer,
): Promise<void> {
  const hash = hashToken(token);
  const row = await findPermitted(env.db, hash, env.clock.now());
  if (!row) throw deadToken();
  const { binder_id: binderId, action } = row;
  const actor = accountActor(row, '');
  if ('step_id' in action) {
    const buttonId = action.button_ids[button ?? -1];
    if (buttonId === undefined) throw invalid('button', 'must be the number of a button');
    const { transaction_id: transactionId, step_id: stepId, for_user_id: forUserId } = action;
    const press = { transactionId, stepId, buttonId, forUserId };
    return pressButton({ env, db: env.db, actor, binderId }, press, async (tx) => {
      await useToken(tx, row, hash);
      return [];
    });
  }
  if (text === undefined) throw invalid('text', because('required'));
  const { message_id: id, thread_only: threadOnly } = action;
  await env.db.transaction(async (tx) => {
    await useToken(tx, row, hash);
    await postMessage(tx, actor, binderId, { text, replyTo: { binder: { comment_id: id } }, threadOnly });
  });
}

const deadToken = () => invalidToken('the notification was already answered or has expired');

/** Finds nothing if another person has since subscribed the device, or the person has rejoined the binder. */
function findPermitted(db: Database, hash: Buffer, now: number): Promise<PermittedRow | undefined> {
  return first<PermittedRow>(
    db,
    `SELECT q.id, q.binder_id, q.action, u.id AS user_id, u.org_id, o.partner_id
     FROM push_queue q
     JOIN push_subscriptions s ON s.id = q.subscription_id AND s.user_id = q.action->>'user_id'
     JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
       AND o.notification_settings->'content_free' IS DISTINCT FROM 'true'
     WHERE q.action_hash = $1 AND q.action_until > $2::bigint AND NOT EXISTS (
       SELECT FROM binder_members m
       WHERE m.binder_id = q.binder_id AND m.user_id = u.id AND m.created_at > q.action_until - ${ACTION_MS})`,
    [hash, now],
  );
}

async function useToken(tx: Database, { id }: PermittedRow, hash: Buffer): Promise<void> {
  const isUsed = await hasRow(
    tx,
    'UPDATE push_queue SET action_hash = NULL, action = NULL, action_until = NULL WHERE id = $1::bigint AND action_hash = $2 RETURNING id',
    [id, hash],
  );
  if (!isUsed) throw deadToken();
}
