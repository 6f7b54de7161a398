import type { SearchTerm } from '@ringbinder/protocol/search.ts';
import type { Environment } from '../../environment/environment.ts';
import { findSnippet } from './find.ts';
import { searchIndex } from './indexer.ts';
import { queryOf } from './lexemes.ts';
import { readPagesSoon } from './page-texts.ts';
import {
  type AllBindersPosition,
  type AllBindersRow,
  findInAllBinders,
  findUnindexedBinders,
  type SearchFilters,
} from './queries.ts';
import type { Snippet } from './snippet.ts';

const MAX_BINDERS_TO_INDEX = 10;
/** After an update that replaces the index, all binders are unindexed. */
const MAX_INDEXING_MS = 2_000;
const MAX_ROUNDS = 5;
/** Some candidates do not match, because the index shortens words. */
const MIN_CANDIDATES = 50;

export type AllBindersHit = AllBindersRow & { snippet: Snippet };

export interface AllBindersPage {
  hits: AllBindersHit[];
  next: AllBindersPosition | undefined;
}

export async function searchAllBinders(
  env: Environment,
  userId: string,
  { terms, ...filters }: Omit<SearchFilters, 'query'> & { terms: readonly SearchTerm[] },
  from: AllBindersPosition,
  limit: number,
): Promise<AllBindersPage> {
  const query =
    terms.length === 0 ? undefined : { all: queryOf(terms), indexed: queryOf(selectiveOf(terms)) };
  const hits: AllBindersHit[] = [];
  const foundMeets = new Set<string>();
  const candidateCount = Math.max(limit, MIN_CANDIDATES);
  let position = from;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await findInAllBinders(env.db, userId, { ...filters, query }, position, candidateCount);
    for (const row of rows) {
      position = positionOf(row);
      const snippet = await findSnippet(env.db, row.binder_id, row, terms);
      const meet = row.type === 'meet' ? `${row.binder_id} ${row.id}` : undefined;
      if (!snippet || (meet !== undefined && foundMeets.has(meet))) continue;
      if (meet !== undefined) foundMeets.add(meet);
      hits.push({ ...row, snippet });
      if (hits.length === limit) return { hits, next: position };
    }
    if (rows.length < candidateCount) return { hits, next: undefined };
  }
  return { hits, next: position };
}

/** Omits terms of one or two letters, because they make an index lookup of a rare word 140 times slower. */
function selectiveOf(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const selective = terms.filter(({ text, isSpaceless }) => isSpaceless || text.length > 2);
  return selective.length > 0 ? selective : terms;
}

function positionOf(row: AllBindersRow): AllBindersPosition {
  return { createdAt: row.created_at, type: row.key_type, id: row.key_id, binderId: row.binder_id };
}

export async function indexRecentChanges(env: Environment, userId: string): Promise<boolean> {
  const behind = await findUnindexedBinders(env.db, userId, MAX_BINDERS_TO_INDEX + 1);
  let isComplete = behind.length <= MAX_BINDERS_TO_INDEX;
  const deadline = performance.now() + MAX_INDEXING_MS;
  for (const binderId of behind.slice(0, MAX_BINDERS_TO_INDEX)) {
    if (performance.now() > deadline) return false;
    const { isAll } = await searchIndex.catchUp(env, binderId, 1);
    const arePagesRead = await readPagesSoon(env, binderId);
    isComplete &&= isAll && arePagesRead;
  }
  return isComplete;
}
