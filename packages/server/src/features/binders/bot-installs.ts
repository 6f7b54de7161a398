import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, withDetails } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import * as queries from './bot-install-queries.ts';

export interface JoiningUser {
  id: string;
  ordinal: number;
  org_id: string;
  is_bot: boolean;
}

/** Call this before the change is logged, so that a bot's events start with its own `member_added`. */
export async function admitBots(
  env: Pick<Environment, 'bus'>,
  tx: Transaction,
  call: { binderId: string; actorOrgId: string },
  joining: readonly JoiningUser[],
): Promise<void> {
  const bots = joining.filter(({ is_bot }) => is_bot);
  if (bots.length === 0) return;
  const orgId = await queries.findOwnerOrg(tx, call.binderId);
  if (call.actorOrgId !== orgId) throw forbidden(because('bots_of_org_only'));
  const foreignBot = bots.find((bot) => bot.org_id !== orgId);
  if (foreignBot)
    throw forbidden(
      withDetails(
        because('not_allowed'),
        `users[${foreignBot.ordinal}].user is a bot of another org than that of the binder’s owner`,
      ),
    );
  // Log readers also lock the cursor before the bots. Another order could deadlock.
  await queries.ensureCursor(tx, call.binderId);
  const disabled = await queries.lockDisabled(
    tx,
    bots.map(({ id }) => id),
  );
  const first = bots.find(({ id }) => disabled.has(id));
  if (first)
    throw forbidden(withDetails(because('not_allowed'), `users[${first.ordinal}].user is a disabled bot`));
  wakeReaders(env, tx, call.binderId);
}

export async function admitOwnBot(
  env: Pick<Environment, 'bus'>,
  tx: Transaction,
  binderId: string,
  ownerId: string,
): Promise<void> {
  if (await queries.ensureCursorOfBot(tx, binderId, ownerId)) wakeReaders(env, tx, binderId);
}

export function botsAddedTopic(binderId: string): string {
  return `bots:${binderId}`;
}

function wakeReaders({ bus }: Pick<Environment, 'bus'>, tx: Transaction, binderId: string): void {
  tx.afterCommit(() => bus.wake(botsAddedTopic(binderId)));
}
