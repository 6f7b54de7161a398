import { isUtf8 } from 'node:buffer';
import type { Environment } from '../../environment.ts';
import { exceedsLimit, notFound } from '../../errors.ts';
import type { SentFile } from '../../http/index.ts';
import type { PageRow } from './queries.ts';
import { derive } from './renders.ts';

/** A page's content: kept bytes, or bytes that were made of them. */
export type PageContent = { kept: SentFile } | { made: Buffer; mimeType: string; name: string };

const PDF = 'application/pdf';
/** What goes into a JSON answer; larger pages are streamed. */
const LARGEST_IN_JSON = 32 * 1024 ** 2;

/** The content of a page in its original format; of a PDF, that page alone. Throws not found for a page without content. */
export async function pageContent(env: Environment, page: PageRow): Promise<PageContent> {
  const { sha256, size, mime_type: mimeType, file_name: name, page_index: index } = page;
  if (sha256 === null || size === null || mimeType === null || name === null)
    throw notFound('content of page', page.id);
  if (mimeType !== PDF) return { kept: { sha256, size, mimeType, name } };
  const made = await derive(env, `${sha256}/${index}.pdf`, `content of page ${page.id}`, () =>
    env.media.extractPdfPage(env.files.pathOf(sha256), index),
  );
  return { made, mimeType: PDF, name: `${name.replace(/\.pdf$/i, '')}-${index + 1}.pdf` };
}

/** The content as text for a JSON answer. Throws a 413 that names `raw` when it is too large for one. */
export async function contentAsText(
  env: Environment,
  content: PageContent,
): Promise<{ page: string; encoding: 'utf-8' | 'base64'; mime_type: string }> {
  const mimeType = 'kept' in content ? content.kept.mimeType : content.mimeType;
  const size = 'kept' in content ? content.kept.size : content.made.length;
  if (size > LARGEST_IN_JSON) {
    throw exceedsLimit(
      'raw',
      `must be true: the page has ${size} bytes, more than the ${LARGEST_IN_JSON} of a JSON answer`,
    );
  }
  const bytes =
    'kept' in content ? Buffer.concat(await env.files.read(content.kept.sha256).toArray()) : content.made;
  // Whatever the type says: only valid UTF-8 comes out of a string as the bytes that went in.
  const encoding = mimeType.startsWith('text/') && isUtf8(bytes) ? 'utf-8' : 'base64';
  return { page: bytes.toString(encoding), encoding, mime_type: mimeType };
}
