import type { ExportedPage } from '../jobs.ts';
import { sansFont } from './drawing/font.ts';
import { insertPicture, insertWords, PIXELS_PER_POINT } from './export-page.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import type { PdfAssembly } from './pdfium/assembly.ts';
import { underDeadline } from './pdfium/deadline.ts';
import { withFile } from './pdfium/file-source.ts';
import { withLayerStates } from './pdfium/layer-states.ts';
import { sourceFile } from './source-file.ts';
import { Unreadable } from './unreadable.ts';

/** For a page that cannot be copied with its neighbours, best first. */
export type PageFallback = 'alone' | 'picture' | 'words';

export function nextFallback(fallback: PageFallback | undefined): PageFallback {
  switch (fallback) {
    case undefined:
      return 'alone';
    case 'alone':
      return 'picture';
    case 'picture':
    case 'words':
      return 'words';
  }
}

const MOST_TEXT = { maxBoxes: 20_000, maxChars: 200_000 };

export async function insertPdfPages(
  assembly: PdfAssembly,
  path: string,
  run: readonly ExportedPage[],
  fallbacks: Map<ExportedPage, PageFallback>,
  limits: Limits,
): Promise<void> {
  const first = assembly.pageCount;
  const [page] = run;
  if (page === undefined) return;
  const fallback = fallbacks.get(page);
  try {
    if (fallback === 'words') return await insertWords(assembly, page, first, limits);
    if (fallback === 'picture') return await insertAsPicture(assembly, page, first, limits);
    const indexes = run.map(indexOf);
    const left = await withFile(path, (source) =>
      withLayerStates(source, (isHidden) =>
        underDeadline(limits.deadlineMs, () => assembly.insert(source, indexes, { isHidden })),
      ),
    );
    for (const place of left) {
      const page = run[place];
      if (page === undefined) continue;
      fallbacks.set(page, 'picture');
      await insertAsPicture(assembly, page, first + place, limits);
    }
  } catch (error) {
    if (!(error instanceof Unreadable) || fallback === 'words') throw error;
    for (const page of run) {
      fallbacks.set(page, nextFallback(fallback));
      await insertPdfPages(assembly, path, [page], fallbacks, limits);
    }
  }
}

export const indexOf = ({ source }: ExportedPage) => (source.from === 'file' ? source.index : 0);

async function insertAsPicture(
  assembly: PdfAssembly,
  page: ExportedPage,
  at: number,
  limits: Limits,
): Promise<void> {
  const { source } = page;
  if (source.from !== 'file') return;
  const box = { maxWidth: page.width * PIXELS_PER_POINT, maxHeight: page.height * PIXELS_PER_POINT };
  await insertPicture(assembly, page, { box, at }, limits);
  const file = { ...(await sourceFile(source.path, '')), mimeType: source.mimeType };
  const kind = await kindOf(source.mimeType);
  const text = await kind.textBoxes?.(file, source.index, MOST_TEXT, limits);
  const font = sansFont();
  const words = (text?.boxes ?? []).filter((box) =>
    [...box.text].every((char) => font.has(char.codePointAt(0) ?? 0)),
  );
  if (words.length === 0) return;
  underDeadline(limits.deadlineMs, () =>
    assembly.edit(at, (editor) => {
      for (const { separator, text, ...box } of words)
        editor.encodedText({ ...box, text: separator === 'none' ? text : `${text} `, font });
    }),
  );
}
