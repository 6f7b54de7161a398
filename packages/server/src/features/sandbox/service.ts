import type { Actor } from '../../access/index.ts';
import { forbidden, invalid, preconditionFailed } from '../../errors.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { type Moved, moveTime } from './move-time.ts';
import { checkFuture, readDuration, readTime } from './times.ts';

export interface ClockInput {
  set?: number | string;
  advance?: number | string;
  freeze?: boolean;
}

export function readClock({ clock }: Sandbox) {
  const now = clock.now();
  const { frozen_at, is_held } = clock.state();
  return { now, frozen: frozen_at !== null && !is_held };
}

type ClockMove = ReturnType<typeof readClock> & Moved;

function requireClockAdmin(actor: Actor): void {
  if (!actor.isOrgAdmin && !actor.isPartnerAdmin)
    throw forbidden('only an admin of an org or of the partner may change the clock of the sandbox');
}

/**
 * Emails and expiries cannot be undone, so a past time is rejected.
 *
 * @param once runs the move only once per idempotency key
 */
export async function changeClock(
  sandbox: Sandbox,
  actor: Actor,
  { set, advance, freeze }: ClockInput,
  once: (move: () => Promise<ClockMove>) => Promise<ClockMove>,
): Promise<ClockMove> {
  requireClockAdmin(actor);
  if (set !== undefined && advance !== undefined) throw invalid('set', 'or advance may be given, not both');
  if (set === undefined && advance === undefined && freeze === undefined)
    throw invalid('set', 'or advance or freeze must be given');
  const requestedTarget = set === undefined ? undefined : readTime('set', set);
  const byMs = advance === undefined ? 0 : readDuration('advance', advance);
  const move = async () => {
    const { clock } = sandbox;
    const { frozen_at, is_held } = clock.state();
    const now = clock.now();
    const target = checkFuture('advance', requestedTarget ?? now + byMs);
    if (target < now)
      throw preconditionFailed(
        `set is in the past: the time in the sandbox is ${new Date(now).toISOString()}, and only a reset turns it back`,
      );
    const moved = await moveTime(sandbox, target, freeze ?? (frozen_at !== null && !is_held));
    return { ...readClock(sandbox), ...moved };
  };
  // `exclusively` begins first, so that a request that waits for another move does not hold its idempotency
  // key.
  return sandbox.exclusively(() => {
    let moving: Promise<ClockMove> | undefined;
    return once(() => {
      // The clock must not move again if the key's transaction is retried.
      moving ??= move();
      return moving;
    });
  });
}
