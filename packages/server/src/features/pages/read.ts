import type { Page } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { pageLinks } from './links.ts';
import { readPages } from './list.ts';
import { presentPage } from './present.ts';
import { findPagesByIds } from './queries.ts';

export async function readBarePages(
  env: Environment,
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, Omit<Page, 'svg_tags'>>> {
  const linksOf = pageLinks(env, binderId);
  const rows = await findPagesByIds(db, binderId, ids);
  return new Map(
    rows.map((row) => {
      const { svg_tags: _, ...page } = presentPage(row, linksOf(row.id, row.revision), []);
      return [row.id, page];
    }),
  );
}

export async function readFirstPages(
  env: Environment,
  db: Database,
  binderId: string,
): Promise<{ pages: Page[]; isComplete: boolean }> {
  const { pages, next_cursor } = await readPages(env, db, binderId, {});
  return { pages, isComplete: next_cursor === undefined };
}
