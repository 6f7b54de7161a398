import type { Environment } from '../../environment/environment.ts';
import { notFound } from '../../errors.ts';
import type { SentFile } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { findMarkup } from './annotations.ts';
import type { FoundPage } from './past-page.ts';
import type { PageRow } from './queries.ts';
import { createRendition } from './renditions.ts';
import { shownFile } from './sources.ts';

/** A page's content: kept bytes, or bytes that were made of them. */
export type PageContent = { kept: SentFile } | { made: Buffer; mimeType: string; name: string };

const PDF = 'application/pdf';
const ENDING = /\.(pdf|docx?|xlsx?|pptx?|od[tspg]|rtf)$/i;
/** Counts the rules by which web pages are cleaned: what older rules left is made anew. */
const CLEANED_BY = 1;
/** The same for pages that are copied out of PDFs. */
const COPIED_BY = 3;

/**
 * The content of a page in its original format: of a PDF that page alone, of a web page what may be shown of it, of a
 * link its address, of a whiteboard what was drawn on it. Throws not found for a page without content.
 */
export async function pageContent(
  env: Environment,
  binderId: string,
  { page, db }: FoundPage,
): Promise<PageContent> {
  if (page.type === 'PAGE_TYPE_URL') return addressOf(page);
  if (page.type === 'PAGE_TYPE_WHITEBOARD') return drawingOf(db, binderId, page);
  const { sha256: original, size, mime_type: mimeType, file_name: name, page_index: index } = page;
  const shown = shownFile(page);
  if (shown === null || original === null || size === null || mimeType === null || name === null)
    throw notFound('content of page', page.id);
  const { sha256 } = shown;
  const path = env.files.pathOf(sha256);
  const what = `content of page ${page.id}`;
  if (page.type === 'PAGE_TYPE_WEB') {
    const clean = `${sha256}/clean-${CLEANED_BY}.html`;
    const made = await createRendition(env, clean, what, () => env.media.sanitise(path, { mimeType }));
    return { made, mimeType: 'text/html', name };
  }
  if (shown.mimeType !== PDF) return { kept: { sha256: original, size, mimeType, name } };
  const made = await createRendition(env, `${sha256}/${index}-${COPIED_BY}.pdf`, what, () =>
    env.media.extractPdfPage(path, index),
  );
  return { made, mimeType: PDF, name: `${name.replace(ENDING, '')}-${index + 1}.pdf` };
}

function addressOf({ id, url, name }: PageRow): PageContent {
  if (url === null) throw notFound('content of page', id);
  return { made: Buffer.from(url), mimeType: 'text/uri-list', name: `${name || `page-${id}`}.uri` };
}

/** The drawing as one SVG; all that is in it has passed the allow-list of annotations. */
async function drawingOf(db: Database, binderId: string, page: PageRow): Promise<PageContent> {
  const { id, width, height, name } = page;
  const markup = await findMarkup(db, binderId, id);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  const ground = `<rect width="${width}" height="${height}" fill="#fff"></rect>`;
  const svg = `${head}${ground}${markup.join('')}</svg>`;
  return { made: Buffer.from(svg), mimeType: 'image/svg+xml', name: `${name || `page-${id}`}.svg` };
}
