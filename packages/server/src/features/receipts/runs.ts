import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import type { Database } from '../../storage/database.ts';
import {
  type ChainRow,
  chainDamaged,
  checkRows,
  entryDigest,
  findChain,
  findHash,
} from '../hash-chain/index.ts';
import { findNames } from './queries.ts';
import type { ReceiptEntry, ReceiptRun } from './receipt.ts';

const BATCH = 1_000;
/** Entries further apart than this are in separate runs of the hash chain. */
const MAX_GAP = 20_000;

interface SeqRange {
  from: number;
  to: number;
}

function seqRangesOf(places: readonly number[]): SeqRange[] {
  const ranges: SeqRange[] = [];
  for (const seq of places) {
    const last = ranges.at(-1);
    if (last && seq - last.to <= MAX_GAP) last.to = seq;
    else ranges.push({ from: seq, to: seq });
  }
  return ranges;
}

/** Throws 500 for a broken chain. */
export async function readRuns(
  db: Database,
  binderId: string,
  places: readonly number[],
): Promise<ReceiptRun[]> {
  const uniquePlaces = new Set(places);
  const runs: ReceiptRun[] = [];
  for (const { from, to } of seqRangesOf(places)) {
    const previous = from === 1 ? CHAIN_START : ((await findHash(db, binderId, from - 1)) ?? '');
    const run: ReceiptRun = { previous, items: [], hash: previous };
    for (let seq = from - 1; seq < to; ) {
      const rows = await findChain(db, binderId, { from: seq + 1, to, limit: BATCH });
      const check = checkRows(binderId, { seq, hash: run.hash }, rows);
      const problem =
        check.problem ?? (rows.length === 0 ? { seq: seq + 1, reason: 'the entry is missing' } : null);
      if (problem !== null) throw chainDamaged(binderId, problem);
      run.items.push(...rows.map((row) => itemOf(binderId, row, uniquePlaces.has(row.seq))));
      ({ seq, hash: run.hash } = check);
    }
    runs.push(run);
  }
  const entries = runs.flatMap(({ items }) => items).filter((item) => typeof item !== 'string');
  const names = await findNames(
    db,
    entries.map((entry) => entry.actor_id),
  );
  for (const entry of entries) entry.actor_name = names.get(entry.actor_id) ?? '';
  return runs;
}

function itemOf(binderId: string, row: ChainRow, isDisclosed: boolean): ReceiptEntry | string {
  const { seq, salt } = row;
  const { at, actor_id, kind, epoch, body_hash } = row as ChainRow & ReceiptEntry;
  const fields = { seq, at, actor_id, kind, epoch, body_hash };
  if (!isDisclosed) return entryDigest({ binder_id: binderId, ...fields });
  return { ...fields, actor_name: '', salt, body: row.body as Record<string, unknown> };
}
