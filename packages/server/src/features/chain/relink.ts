import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { append, type LogBus } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { chainLog } from './append.ts';
import { beginHistory, deleteLinks, findGap, findOwnerForUpdate, setHead } from './replace-queries.ts';
import { verifyChain } from './verify.ts';

/** How a relinking ended. */
export type Relinked =
  | { outcome: 'no_binder' }
  /** The chain fitted its log: nothing was changed. */
  | { outcome: 'fits' }
  /** An entry of the log is missing, which no chain can bring back: nothing was changed. */
  | { outcome: 'incomplete'; seq: number }
  /** Entries from `from` on have new links. `reason` is why those of before did not fit. */
  | { outcome: 'relinked'; from: number; reason: string; removed: number };

/**
 * Links the log of a binder anew from the first place that does not fit its chain, and leaves an entry that says so: what
 * fits keeps its links. Whether the log is right is not known here: the new links cover what it holds now.
 * @param at milliseconds since 1970
 */
export function relinkChain(
  { db, bus }: { db: Database; bus: Pick<LogBus, 'wake'> },
  binderId: string,
  at: number,
): Promise<Relinked> {
  return db.transaction(async (tx) => {
    const ownerId = await findOwnerForUpdate(tx, binderId);
    if (ownerId === undefined) return { outcome: 'no_binder' };
    await beginHistory(tx, binderId);
    const verified = await verifyChain(tx, binderId);
    if (!verified?.problem) return { outcome: 'fits' };
    const gap = await findGap(tx, binderId);
    if (gap !== undefined) return { outcome: 'incomplete', seq: gap };
    const { position, problem } = verified;
    const { seq: from, reason } = problem;
    await deleteLinks(tx, binderId, from);
    await setHead(tx, binderId);
    const body = {
      from_seq: from,
      to_seq: position.chained_seq,
      reason,
      previous_hash: position.hash ?? CHAIN_START,
    };
    await append(tx, { binderId, actorId: ownerId, at, bus }, [{ kind: 'chain_relinked', body }]);
    await chainLog(tx, binderId);
    return { outcome: 'relinked', from, reason, removed: position.chained_seq - from + 1 };
  });
}
