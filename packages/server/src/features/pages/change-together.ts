import { type BinderCall, changeBinder } from '../../access/index.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { changePages, findGapAfter, isLongNumber, renumberPages, requireSection } from './page-changes.ts';
import { findPagesByIds } from './queries.ts';

export interface PagesChange {
  ids: readonly number[];
  name?: string | undefined;
  /** If 0, the pages move to the start of the binder. */
  afterId?: number | undefined;
  sectionId?: number | undefined;
}

export function changePagesTogether(call: BinderCall, change: PagesChange): Promise<void> {
  const { binderId } = call;
  const { ids, name, afterId, sectionId } = change;
  checkChange(change);
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    await checkExistence(tx, binderId, afterId ? [...ids, afterId] : ids);
    await requireSection(tx, binderId, sectionId);
    const numbers = await placePages(tx, binderId, change, at);
    const own = ids.map((id) => ({
      id,
      ...(name === undefined ? {} : { name }),
      ...(afterId === undefined ? {} : { page_number: numbers.get(id) ?? '' }),
      ...(sectionId === undefined ? {} : { section_id: sectionId }),
    }));
    for (const id of ids) numbers.delete(id);
    const others = [...numbers].map(([id, page_number]) => ({ id, page_number }));
    await log([...own, ...others].map((body) => ({ kind: 'page_updated', body })));
  });
}

/** The caller has locked the binder. */
export async function placePages(
  tx: Transaction,
  binderId: string,
  change: PagesChange,
  at: number,
): Promise<Map<number, string>> {
  const { ids, name, afterId, sectionId } = change;
  const renumbered = afterId === undefined ? [] : await makeRoom(tx, binderId, change, at);
  const gap = afterId === undefined ? undefined : await findGapAfter(tx, binderId, afterId, ids);
  const changed = await changePages(tx, binderId, { ids, name, sectionId, gap }, at);
  const tooLong = changed.some(({ page_number }) => isLongNumber(page_number));
  const final = tooLong ? await renumberPages(tx, binderId, at) : [];
  return new Map([...renumbered, ...changed, ...final].map(({ id, page_number }) => [id, page_number]));
}

function checkChange({ ids, name, afterId, sectionId }: PagesChange): void {
  if (name === undefined && afterId === undefined && sectionId === undefined)
    throw invalid('', 'at least one of name, after_id and section_id is required');
  const seen = new Set<number>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw invalid(`pages[${index}].id`, 'is given twice');
    seen.add(id);
  }
  if (afterId !== undefined && seen.has(afterId)) throw invalid('after_id', 'is one of the pages');
}

async function checkExistence(db: Database, binderId: string, ids: readonly number[]): Promise<void> {
  const existing = new Set((await findPagesByIds(db, binderId, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !existing.has(id));
  if (missing !== undefined) throw notFound('page', missing);
}

async function makeRoom(tx: Transaction, binderId: string, { ids, afterId = 0 }: PagesChange, at: number) {
  const { previous, next } = await findGapAfter(tx, binderId, afterId, ids);
  return previous === next ? renumberPages(tx, binderId, at) : [];
}
