import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { append, type LogBus } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { OPERATOR, recordAudit } from '../audit/index.ts';
import { chainLog } from './append.ts';
import {
  beginHistory,
  deleteLinks,
  findBinderForUpdate,
  findGap,
  lockHead,
  setHead,
} from './replace-queries.ts';
import { verifyChain } from './verify.ts';

export type RelinkResult =
  | { outcome: 'no_binder' }
  | { outcome: 'fits' }
  /** The log lacks the entry `seq`. The chain stays unchanged. */
  | { outcome: 'incomplete'; seq: number }
  /** Entries from `from` onwards have new links. `reason` describes the first mismatch. */
  | { outcome: 'relinked'; from: number; reason: string; removed: number };

/** The new links do not prove that the present log is genuine. */
export function relinkChain(
  { db, bus }: { db: Database; bus: Pick<LogBus, 'wake'> },
  binderId: string,
  at: number,
): Promise<RelinkResult> {
  return db.transaction(async (tx) => {
    const binder = await findBinderForUpdate(tx, binderId);
    if (!binder) return { outcome: 'no_binder' };
    await lockHead(tx, binderId);
    const verified = await verifyChain(tx, binderId);
    const gap = await findGap(tx, binderId);
    if (gap !== undefined) return { outcome: 'incomplete', seq: gap };
    if (!verified?.problem) return { outcome: 'fits' };
    const { position, problem } = verified;
    const { seq: from, reason } = problem;
    const to = Math.max(position.chained_seq, position.linked_seq);
    await beginHistory(tx, binderId);
    await deleteLinks(tx, binderId, from);
    await setHead(tx, binderId);
    const body = {
      from_seq: from,
      to_seq: to,
      reason,
      previous_hash: position.hash ?? CHAIN_START,
    };
    await append(tx, { binderId, actorId: binder.owner_id, at, bus }, [{ kind: 'chain_relinked', body }]);
    await recordAudit(tx, {
      at,
      actorId: OPERATOR,
      partnerId: binder.partner_id,
      orgId: binder.org_id,
      action: 'binder.relink',
      target: binderId,
      details: { name: binder.name, ...body },
    });
    await chainLog(tx, binderId);
    return { outcome: 'relinked', from, reason, removed: to - from + 1 };
  });
}
