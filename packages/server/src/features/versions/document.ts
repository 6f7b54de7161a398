import type { PageType } from '@ringbinder/protocol';
import { orNotFound } from '../../access/index.ts';
import { because, preconditionFailed, withDetails } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { findPage } from '../pages/index.ts';
import { type DocumentPage, findRun } from './queries.ts';

/** Consecutive pages of one file that are in the same section, or in none. */
export interface StoredDocument {
  fileId: string;
  type: PageType;
  /** Empty if the pages have several names. */
  name: string;
  sectionId: number | null;
  /** In display order. */
  pageIds: readonly number[];
  /** Indexes in the file, from 0. */
  pageIndexes: readonly number[];
}

export async function findDocument(db: Database, binderId: string, pageId: number): Promise<StoredDocument> {
  const run = await findRun(db, binderId, pageId);
  const pages = copiesIn(run).find((each) => each.some(({ id }) => id === pageId));
  const [first] = pages ?? [];
  if (!pages || !first) {
    const { type } = orNotFound(await findPage(db, binderId, pageId), 'page', pageId);
    throw preconditionFailed(
      withDetails(because('not_possible'), `page ${pageId} is ${type} without a file, so it has no versions`),
    );
  }
  return {
    fileId: first.file_id,
    type: first.type,
    name: pages.every(({ name }) => name === first.name) ? first.name : '',
    sectionId: first.section_id,
    pageIds: pages.map(({ id }) => id),
    pageIndexes: pages.map(({ page_index }) => page_index),
  };
}

/** When a page of the file occurs for the second time, a new copy of the document begins. */
function copiesIn(run: readonly DocumentPage[]): DocumentPage[][] {
  const copies: DocumentPage[][] = [];
  let indexes = new Set<number>();
  for (const page of run) {
    const copy = copies.at(-1);
    if (copy && !indexes.has(page.page_index)) copy.push(page);
    else {
      copies.push([page]);
      indexes = new Set();
    }
    indexes.add(page.page_index);
  }
  return copies;
}

/** If `afterId` is null, the pages go to the start of the document. */
export interface NewPages<P> {
  afterId: number | null;
  pages: P[];
}

/**
 * A page keeps its id if the document still has a page with this id. Any other page takes the next id of the document
 * if it is free, or is added.
 */
export function alignPages<P extends { id?: number }>(
  pageIds: readonly number[],
  pages: readonly P[],
): { kept: { id: number; page: P }[]; added: NewPages<P>[]; removed: number[] } {
  const reserved = new Set(pages.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const kept: { id: number; page: P }[] = [];
  const added: NewPages<P>[] = [];
  const free = new Set(pageIds);
  let last: number | null = null;
  for (const page of pages) {
    const next: number | undefined = pageIds[last === null ? 0 : pageIds.indexOf(last) + 1];
    const own = page.id !== undefined && free.has(page.id) ? page.id : undefined;
    const id: number | undefined =
      own ?? (next !== undefined && free.has(next) && !reserved.has(next) ? next : undefined);
    if (id === undefined) {
      const group = added.at(-1);
      if (group && group.afterId === last) group.pages.push(page);
      else added.push({ afterId: last, pages: [page] });
      continue;
    }
    free.delete(id);
    kept.push({ id, page });
    last = id;
  }
  return { kept, added, removed: [...free] };
}
