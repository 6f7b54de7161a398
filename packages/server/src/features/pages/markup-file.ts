import { type FileHandle, open } from 'node:fs/promises';
import type { StoredMarkup } from '@ringbinder/page-renderer';
import type { Database } from '../../storage/database.ts';
import { findMarkupTexts } from './annotations.ts';

/** A message of 64 MB to the media worker blocked all requests for 200 ms. */
const PIECE_BYTES = 512 * 1024;

/**
 * Returns each page's range in the file. Aborting can leave a partial file.
 *
 * @param bytesOf approximate sizes of the markup, keyed by page id
 */
export async function writeMarkup(
  db: Database,
  binderId: string,
  bytesOf: ReadonlyMap<number, number>,
  path: string,
  signal: AbortSignal,
): Promise<Map<number, StoredMarkup>> {
  const places = new Map<number, StoredMarkup>();
  const file = await open(path, 'wx', 0o600);
  try {
    let end = 0;
    for (const piece of piecesOf(bytesOf)) {
      signal.throwIfAborted();
      end = await appendPiece(file, await findMarkupTexts(db, binderId, piece), places, { path, end });
    }
    return places;
  } finally {
    await file.close();
  }
}

async function appendPiece(
  file: FileHandle,
  pages: readonly { page_id: number; markup: string }[],
  places: Map<number, StoredMarkup>,
  { path, end }: { path: string; end: number },
): Promise<number> {
  let start = end;
  for (const { page_id, markup } of pages) {
    const text = Buffer.from(markup);
    await file.appendFile(text);
    places.set(page_id, { path, start, bytes: text.length });
    start += text.length;
  }
  return start;
}

function piecesOf(bytesOf: ReadonlyMap<number, number>): number[][] {
  const pieces: number[][] = [];
  let left = 0;
  for (const [pageId, bytes] of bytesOf) {
    if (bytes > left) {
      pieces.push([]);
      left = PIECE_BYTES;
    }
    pieces.at(-1)?.push(pageId);
    left -= bytes;
  }
  return pieces;
}
