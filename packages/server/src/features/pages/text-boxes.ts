import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import { createDerivedFile } from './derived-files.ts';
import { kindOf, sourceFileOf } from './kinds/index.ts';
import { READER_VERSION } from './page-changes.ts';
import { markdownSuffix } from './page-image.ts';
import type { PageRow } from './queries.ts';

/** A newspaper page has about 5,000 words. */
const MAX_BOXES = 20_000;
const MAX_CHARS = 200_000;

const UNREADABLE = Buffer.from(JSON.stringify({ boxes: [], is_complete: true, problems: ['page'] }));
const NONE = Buffer.from(JSON.stringify({ boxes: [], is_complete: true, problems: [] }));

export async function pageTextBoxes(env: Environment, binderId: string, page: PageRow): Promise<Buffer> {
  const file = sourceFileOf(page);
  if (file === null || !kindOf(page).isDocument) return NONE;
  const { sha256, mimeType } = file;
  const { page_index: index } = page;
  const label = `text of page ${page.id}`;
  const name = `${sha256}/${index}-text-${READER_VERSION}${markdownSuffix(mimeType)}.json`;
  return createDerivedFile(env, name, label, async () => {
    const options = { mimeType, index, maxBoxes: MAX_BOXES, maxChars: MAX_CHARS, group: binderId };
    return Buffer.from(JSON.stringify(await env.media.textBoxes(env.files.pathOf(sha256), options)));
  }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return UNREADABLE;
    throw error;
  });
}
