import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import type { Environment } from '../../environment/environment.ts';
import { storeReadTexts } from './page-changes.ts';
import { findPagesWithoutText, type PageWithoutText, passOverOtherTexts } from './text-queries.ts';

const MAX_PAGES = 500;
/** In UTF-16 units. */
const MAX_CHARS = 200_000;
/** A job holds the texts of all its pages in memory. */
const PAGES_OF_A_JOB = 100;

/**
 * Calls may be concurrent.
 *
 * @returns `some` if another call is needed, `busy` if the server is overloaded or closing
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

/** Returns null if the media engine is overloaded. */
async function textsOf(env: Environment, pages: PageWithoutText[]): Promise<(string | null)[] | null> {
  const [first] = pages;
  if (first === undefined) return [];
  const { sha256, mime_type: mimeType } = first;
  const indexes = pages.map(({ page_index: index }) => index);
  try {
    const options = { mimeType, indexes, maxChars: MAX_CHARS, signal: env.closing };
    return await env.media.texts(env.files.pathOf(sha256), options);
  } catch (error) {
    if (error instanceof MediaBusy) return null;
    if (!(error instanceof MediaUnreadable || error instanceof MediaTimeout)) throw error;
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
