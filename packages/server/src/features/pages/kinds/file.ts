import type { PageSource } from '@ringbinder/page-renderer';
import { pageKind } from '@ringbinder/protocol/page-kinds.ts';
import type { Environment } from '../../../environment/environment.ts';
import { notFound } from '../../../errors.ts';
import { createDerivedFile } from '../derived-files.ts';
import type { PageRow } from '../queries.ts';
import type { ServerKind } from './kind.ts';

const PDF = 'application/pdf';
const ENDING = /\.(pdf|docx?|xlsx?|pptx?|od[tspg]|rtf)$/i;
/** Increment it when the copying of pages out of PDFs changes. */
const COPIER_VERSION = 4;
/** Increment it when the sanitising of web pages changes. */
const SANITISER_VERSION = 1;
const MAX_IMAGE_BYTES = 4 * 1024 ** 2;

export function sourceFileOf(page: PageRow): { sha256: string; mimeType: string } | null {
  const { sha256, mime_type: mimeType, pdf_sha256: converted } = page;
  if (converted !== null)
    return { sha256: converted, mimeType: pageKind(page.type).isImage ? 'image/jpeg' : PDF };
  return sha256 === null || mimeType === null ? null : { sha256, mimeType };
}

export const filePage = {
  source(env: Environment, page: PageRow): PageSource {
    const { width, height, page_index: index } = page;
    const file = sourceFileOf(page);
    if (file === null) return { from: 'blank', size: { width, height } };
    return { from: 'file', path: env.files.pathOf(file.sha256), mimeType: file.mimeType, index };
  },

  async content(_, { page }) {
    const { sha256, size, mime_type: mimeType, file_name: name } = page;
    if (sha256 === null || size === null || mimeType === null || name === null) throw noContent(page);
    return { stored: { sha256, size, mimeType, name } };
  },
} satisfies Partial<ServerKind>;

export const pdf: Partial<ServerKind> = {
  async content(env, { page }) {
    const { id, page_index: index, file_name: name } = page;
    const file = sourceFileOf(page);
    if (file === null || name === null) throw noContent(page);
    const generated = await createDerivedFile(
      env,
      `${file.sha256}/${index}-${COPIER_VERSION}.pdf`,
      `content of page ${id}`,
      async () => {
        const { bytes, lacksTags } = await env.media.extractPdfPage(env.files.pathOf(file.sha256), index);
        return lacksTags ? { provisional: bytes } : bytes;
      },
    );
    return { generated, mimeType: PDF, name: `${name.replace(ENDING, '')}-${index + 1}.pdf` };
  },
  exportedBytes: ({ size }) => size ?? 0,
};

export const image: Partial<ServerKind> = {
  exportedBytes: ({ size }) => Math.min(size ?? 0, MAX_IMAGE_BYTES),
};

export const web: Partial<ServerKind> = {
  async content(env, { page }) {
    return { generated: await cleanPage(env, page), mimeType: 'text/html', name: page.file_name ?? '' };
  },
  frame: cleanPage,
};

async function cleanPage(env: Environment, page: PageRow): Promise<Buffer> {
  const file = sourceFileOf(page);
  if (file === null) throw noContent(page);
  const { sha256, mimeType } = file;
  const name = `${sha256}/clean-${SANITISER_VERSION}.html`;
  return createDerivedFile(env, name, `content of page ${page.id}`, () =>
    env.media.sanitise(env.files.pathOf(sha256), { mimeType }),
  );
}

const noContent = ({ id }: PageRow) => notFound('content of page', id);
