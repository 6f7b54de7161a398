import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import type { Environment } from '../../environment/environment.ts';
import { storeReadTexts } from './page-changes.ts';
import { findPagesWithoutText, type PageWithoutText, passOverOtherTexts } from './text-queries.ts';

/** Pages that one call reads. */
const MAX_PAGES = 500;
/** UTF-16 units of one page that search knows: twenty thousand words and more. */
const MAX_CHARS = 200_000;
/** Of all the pages that one job of a worker reads: what it answers with is in memory. */
const PAGES_OF_A_JOB = 100;

/**
 * Reads the words of pages (of PDFs, notes and web pages) that were not read yet, or by the rules of an earlier release, and
 * stores them for search; a page whose words cannot be read has none. Two at once read the same and do no harm.
 * @returns some: there may be more to read, call again; all; busy: the media engine has no time now, or the service ends
 */
export async function indexPageTexts(env: Environment, binderId: string): Promise<'some' | 'all' | 'busy'> {
  const pages = await findPagesWithoutText(env.db, binderId, MAX_PAGES);
  for (const group of groupsOf(pages)) {
    if (env.closing.aborted) return 'busy';
    const texts = await textsOf(env, group);
    if (texts === null) return 'busy';
    await storeReadTexts(
      env.db,
      binderId,
      group.map(({ id }, at) => ({ id, text: texts[at] ?? null })),
    );
  }
  if (pages.length === MAX_PAGES) return 'some';
  await passOverOtherTexts(env.db, binderId);
  return 'all';
}

/** Pages of one file that follow each other. */
function groupsOf(pages: readonly PageWithoutText[]): PageWithoutText[][] {
  const groups: PageWithoutText[][] = [];
  for (const page of pages) {
    const group = groups.at(-1);
    const isSame = group?.[0]?.sha256 === page.sha256 && group.length < PAGES_OF_A_JOB;
    if (isSame) group.push(page);
    else groups.push([page]);
  }
  return groups;
}

/** The words of the pages of one file, null for one that cannot be read; null when the engine has no time. */
async function textsOf(env: Environment, pages: PageWithoutText[]): Promise<(string | null)[] | null> {
  const [first] = pages;
  if (first === undefined) return [];
  const { sha256, mime_type: mimeType } = first;
  const indexes = pages.map(({ page_index: index }) => index);
  try {
    const options = { mimeType, indexes, mostChars: MAX_CHARS, signal: env.closing };
    return await env.media.texts(env.files.pathOf(sha256), options);
  } catch (error) {
    if (error instanceof MediaBusy) return null;
    if (!(error instanceof MediaUnreadable || error instanceof MediaTimeout)) throw error;
    // One page may have broken the job for all: the others are read one by one.
    if (pages.length === 1) return [null];
    const texts: (string | null)[] = [];
    for (const page of pages) {
      const own = await textsOf(env, [page]);
      if (own === null) return null;
      texts.push(...own);
    }
    return texts;
  }
}
