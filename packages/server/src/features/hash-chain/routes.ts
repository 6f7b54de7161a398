import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, success } from '../../http/index.ts';
import { chainLog } from './append.ts';
import { checkRows } from './check.ts';
import { type ChainRow, findChain, findHash, findPosition } from './queries.ts';
import { listChain } from './schema.ts';

export function hashChainFeature(app: App, env: Environment): void {
  app.get('/:binder_id/chain', { schema: listChain }, async (request) => {
    const { after = 0, limit = MAX_LIST_LIMIT } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    await chainLog(env.db, binderId);
    // An import may replace the chain between two statements.
    const { position, start, rows } = await env.db.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const position = orNotFound(await findPosition(tx, binderId), 'binder', binderId);
      const start = after === 0 ? CHAIN_START : await findHash(tx, binderId, after);
      const rows = await findChain(tx, binderId, { from: after + 1, to: position.chained_seq, limit });
      return { position, start, rows };
    });
    const { epoch, chained_seq, hash } = position;
    const check = checkRows(binderId, { seq: after, hash: start ?? CHAIN_START }, rows);
    // Deleted rows at the end of the log leave no gap, but the head still counts them.
    if (rows.length === 0 && after < chained_seq)
      check.problem = { seq: after + 1, reason: 'the entry is missing' };
    return success({
      epoch,
      seq: chained_seq,
      hash: hash ?? CHAIN_START,
      entries: rows.filter(({ seq }) => seq <= check.seq).map(present),
      ...(check.problem === null ? {} : { problem: check.problem }),
    });
  });
}

function present(row: ChainRow) {
  const { seq, at, actor_id, kind, epoch, salt, body_hash, hash, erased_at } = row;
  return {
    seq,
    at,
    actor_id,
    kind,
    epoch,
    body_hash,
    hash,
    ...(salt === null ? {} : { salt }),
    ...(erased_at === null ? {} : { erased_at: erased_at }),
  };
}
