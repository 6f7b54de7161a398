import type { Environment } from '../../environment/environment.ts';
import { forbidden } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import * as queries from './bot-install-queries.ts';

export interface JoiningUser {
  id: string;
  ordinal: number;
  org_id: string;
  is_bot: boolean;
}

/**
 * Lets the bots among newcomers into a binder, in the transaction that adds them, before it appends to the log: from
 * then on the log becomes events of theirs, beginning with their own member_added. Throws forbidden unless the caller
 * and the bot are both of the org of the binder's owner, and for a bot that was disabled meanwhile.
 * @param call whose change it is; its binder is locked
 */
export async function admitBots(
  env: Pick<Environment, 'bus'>,
  tx: Transaction,
  call: { binderId: string; actorOrgId: string },
  joining: readonly JoiningUser[],
): Promise<void> {
  const bots = joining.filter(({ is_bot }) => is_bot);
  if (bots.length === 0) return;
  const orgId = await queries.findOwnerOrg(tx, call.binderId);
  if (call.actorOrgId !== orgId) throw forbidden('only users of the org of the binder’s owner may add bots');
  const stranger = bots.find((bot) => bot.org_id !== orgId);
  if (stranger)
    throw forbidden(`users[${stranger.ordinal}].user is a bot of another org than the binder’s owner`);
  // The cursor first: whoever reads the log holds it while it takes the rows of bots.
  await queries.ensureCursor(tx, call.binderId);
  const disabled = await queries.lockDisabled(
    tx,
    bots.map(({ id }) => id),
  );
  const first = bots.find(({ id }) => disabled.has(id));
  if (first) throw forbidden(`users[${first.ordinal}].user is a bot that is disabled`);
  wakeReaders(env, tx, call.binderId);
}

/** As `admitBots`, for a binder that a bot has just made and owns. Does nothing for an owner who is no bot. */
export async function admitOwnBot(
  env: Pick<Environment, 'bus'>,
  tx: Transaction,
  binderId: string,
  ownerId: string,
): Promise<void> {
  if (await queries.ensureCursorOfBot(tx, binderId, ownerId)) wakeReaders(env, tx, binderId);
}

/** What the bus wakes under when a binder got a bot: readers may have taken it for one without. */
export function botsAddedTopic(binderId: string): string {
  return `bots:${binderId}`;
}

function wakeReaders({ bus }: Pick<Environment, 'bus'>, tx: Transaction, binderId: string): void {
  tx.afterCommit(() => bus.wake(botsAddedTopic(binderId)));
}
